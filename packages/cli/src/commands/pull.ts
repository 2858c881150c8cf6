import { writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { definitionOf } from '@app-platform/app-definition';
import type { Command } from 'commander';
import { readDefinitionFile } from '../definition/definition-file.ts';
import { differingProperties } from '../definition/record-definition.ts';
import { CommandFailure, refusedUsage } from '../failure.ts';
import { Registry } from '../platform/registry.ts';
import { runs } from '../run-command.ts';
import type { Surroundings } from '../surroundings.ts';

export function addPullCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('pull')
    .description('Write the definition of a registered version to a file.')
    .argument('<app>', "an app's name, or <name>-<version>")
    .argument('[file]', 'the file to write', 'app.json')
    .option('--force', 'replace a file that differs from the registry')
    .action(
      runs<{ force?: true }>(surroundings, 'Reading the version', async (values, options) => {
        const [app, name] = values as [string, string];
        if (!/\.jsonc?$/.test(name)) {
          throw refusedUsage(`pull writes JSON. Name a .json or .jsonc file instead of ${name}.`);
        }
        const registry = await Registry.open(surroundings, options);
        const { data } = await registry.call((client) =>
          client.GET('/v1/apps/available/{appVersion}', { params: { path: { appVersion: app } } }),
        );
        const present = await presentDefinition(surroundings.folder, name);
        const differences = present ? differingProperties(present, data.attributes) : [];
        const isKept = present !== undefined && !options.force;
        if (!isKept) {
          const schema = { $schema: `${registry.baseUrl}/v1/apps/definition-schema.json` };
          const definition = { ...schema, ...definitionOf(data.attributes) };
          const path = isAbsolute(name) ? name : join(surroundings.folder, name);
          await writeFile(path, `${JSON.stringify(definition, null, 2)}\n`);
        }
        const text = pullText(data.id, name, differences, isKept);
        return { data: { id: data.id, file: name, written: !isKept, differences }, text };
      }),
    );
}

async function presentDefinition(
  folder: string,
  name: string,
): Promise<Record<string, unknown> | undefined> {
  try {
    const { value } = await readDefinitionFile(folder, name);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch (error) {
    const isMissing = error instanceof CommandFailure && error.errors[0]?.code === 'missing_file';
    if (isMissing) return undefined;
    throw error;
  }
}

function pullText(id: string, name: string, differences: string[], isKept: boolean): string {
  if (!isKept) return `Wrote ${name} from ${id}.`;
  if (differences.length === 0) return `${name} is the definition of ${id}.`;
  return `warning: ${name} differs from ${id} in ${differences.join(', ')}. It is kept as it is. Replace it with: apps pull ${id} ${name} --force`;
}
