import type { Command } from 'commander';
import { bodyOf } from '../definition/definition-file.ts';
import { locatedFinding, locatingProblems } from '../definition/findings.ts';
import { readDefinitionFile } from '../definition/read-definition-file.ts';
import { runs, type Surroundings } from '../run-command.ts';
import { Registry } from '../session/registry.ts';

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
          registry.call((client) => client.POST('/v1/apps/available', bodyOf(file))),
        );
        const warnings = (meta?.warnings ?? []).map((warning) => locatedFinding(warning, file));
        const { name: registeredName, version } = data.attributes;
        const { webhookSecrets = [] } = meta ?? {};
        return {
          data: { id: data.id, name: registeredName, version, warnings, webhookSecrets },
          text: [
            ...warnings.map(({ code, detail }) => `warning ${code}: ${detail}`),
            ...webhookSecrets.map(
              ({ url, secret }) => `Secret of the webhook ${url}, shown only now: ${secret}`,
            ),
            `Registered ${data.id}. Next: apps install ${registeredName}`,
          ].join('\n'),
        };
      }),
    );
}
