import type { Command } from 'commander';
import { bodyOf, type DefinitionFile } from '../definition/definition-file.ts';
import {
  definitionNames,
  definitionsArgument,
  eachDefinition,
  readDefinitions,
} from '../definition/each-definition.ts';
import { locatedFinding, locatingProblems } from '../definition/findings.ts';
import { type CommandContext, commandAction, type Outcome } from '../run-command.ts';
import { Registry } from '../session/registry.ts';

export function addRegisterCommand(program: Command, context: CommandContext): void {
  program
    .command('register')
    .description('Register a definition as a new version.')
    .argument(...definitionsArgument)
    .action(
      commandAction<object>(context, 'Registering the version', async ([argument], options) => {
        const files = await readDefinitions(context, definitionNames(argument));
        const registry = await Registry.open(context, options);
        return eachDefinition(files, (file) => register(registry, file));
      }),
    );
}

async function register(registry: Registry, file: DefinitionFile): Promise<Outcome> {
  const { data, meta } = await locatingProblems(file, () =>
    registry.call((client) => client.POST('/v1/apps/available', bodyOf(file))),
  );
  const warnings = (meta?.warnings ?? []).map((warning) =>
    locatedFinding(warning, file, registry.baseUrl),
  );
  const { name, version } = data.attributes;
  const { webhookSecrets = [] } = meta ?? {};
  return {
    data: { file: file.name, id: data.id, name, version, warnings, webhookSecrets },
    text: [
      ...warnings.map(({ code, detail }) => `warning ${code}: ${detail}`),
      ...webhookSecrets.map(
        ({ url, secret }) => `Secret of the webhook ${url}, shown only now: ${secret}`,
      ),
      `Registered ${data.id}. Next: apps install ${name}`,
    ].join('\n'),
  };
}
