import type { Command } from 'commander';
import { readDefinitionFile } from '../definition/definition-file.ts';
import { locatedFinding } from '../definition/located-findings.ts';
import { locatingProblems } from '../definition/locating-problems.ts';
import { Registry } from '../platform/registry.ts';
import { runs } from '../run-command.ts';
import type { Surroundings } from '../surroundings.ts';

export function addRegisterCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('register')
    .description('Register a definition as a new version.')
    .argument('[file]', 'the definition; app.json, app.jsonc or app.ts without it')
    .action(
      runs<object>(surroundings, 'Registering the version', async ([name], options) => {
        const file = await readDefinitionFile(surroundings.folder, name as string | undefined);
        const registry = await Registry.open(surroundings, options);
        const { data, meta } = await locatingProblems(file, () =>
          registry.call((client) =>
            client.POST('/v1/apps/available', { body: file.value as never }),
          ),
        );
        const warnings = (meta?.warnings ?? []).map((warning) => locatedFinding(warning, file));
        const { name: registeredName, version } = data.attributes;
        return {
          data: { id: data.id, name: registeredName, version, warnings },
          text: [
            ...warnings.map(({ code, detail }) => `warning ${code}: ${detail}`),
            `Registered ${data.id}. Next: apps install ${registeredName}`,
          ].join('\n'),
        };
      }),
    );
}
