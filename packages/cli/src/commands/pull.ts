import { writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { definitionOf } from '@app-platform/app-definition/definition-of';
import type { Command } from 'commander';
import { readDefinitionFile } from '../definition/read-definition-file.ts';
import { CommandFailure, exitCodes, refusedUsage } from '../failure.ts';
import { type CommandContext, commandAction } from '../run-command.ts';
import { Registry } from '../session/registry.ts';

export function addPullCommand(program: Command, context: CommandContext): void {
  program
    .command('pull')
    .description('Write the definition of a registered version to a file.')
    .argument('<app>', "an app's name, or <name>-<version>")
    .argument('[file]', 'the file to write', 'app.json')
    .option('--force', 'replace a file that differs from the registry')
    .action(
      commandAction<{ force?: true }>(context, 'Reading the version', async (values, options) => {
        const [app, name] = values as [string, string];
        if (!/\.jsonc?$/.test(name)) {
          throw refusedUsage(`pull writes JSON. Name a .json or .jsonc file instead of ${name}.`);
        }
        const registry = await Registry.open(context, options, app);
        const { data } = await registry.call((client) =>
          client.GET('/v1/apps/available/{appVersion}', { params: { path: { appVersion: app } } }),
        );
        const present = await presentDefinition(context, name, options);
        const differences = present ? differingProperties(present, data.attributes) : [];
        const isKept = present !== undefined && !options.force;
        if (!isKept) {
          const schema = { $schema: `${registry.baseUrl}/v1/apps/definition-schema.json` };
          const definition = { ...schema, ...definitionOf(data.attributes) };
          const path = isAbsolute(name) ? name : join(context.folder, name);
          await writeFile(path, `${JSON.stringify(definition, null, 2)}\n`);
        }
        const text = pullText(data.id, name, differences, isKept);
        return { data: { id: data.id, file: name, written: !isKept, differences }, text };
      }),
    );
}

/** @returns undefined where there is no file, or an unreadable one that `--force` replaces */
async function presentDefinition(
  context: CommandContext,
  name: string,
  { force }: { force?: true },
): Promise<Record<string, unknown> | undefined> {
  try {
    const { value } = await readDefinitionFile(context, name);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch (error) {
    const isRefused = error instanceof CommandFailure && error.exitCode === exitCodes.refused;
    const isMissing = isRefused && error.errors[0]?.code === 'missing_file';
    if (isMissing || (isRefused && force)) return undefined;
    throw error;
  }
}

function pullText(id: string, name: string, differences: string[], isKept: boolean): string {
  if (!isKept) return `Wrote ${name} from ${id}.`;
  if (differences.length === 0) return `${name} is the definition of ${id}.`;
  return `warning: ${name} differs from ${id} in ${differences.join(', ')}. It is kept as it is. Replace it with: apps pull ${id} ${name} --force`;
}

type Fields = Record<string, unknown>;

/** Properties that the registry fills in where a definition lacks them. */
const filledIn = ['auth', 'redirectUris', 'identifier', 'title', 'visibility', 'roles'];

/** The properties in which a file and a record differ, beside those that the registry fills in. */
function differingProperties(file: Fields, attributes: Fields): string[] {
  const registered = definitionOf(attributes);
  const keys = new Set([...Object.keys(file), ...Object.keys(registered)]);
  return [...keys]
    .filter((key) => key !== '$schema' && (key in file || !filledIn.includes(key)))
    .filter(
      (key) => !isDeepStrictEqual(file[key], registered[key]) && !bothEmpty(file, key, registered),
    )
    .sort();
}

function bothEmpty(file: Fields, key: string, registered: Fields): boolean {
  return registered[key] === undefined && isEmpty(file[key]);
}

/** `auth: {}` and `redirectUris: []` equal a missing property. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
