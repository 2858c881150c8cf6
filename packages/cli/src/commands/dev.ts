import { inspectDefinition } from '@app-platform/app-definition';
import type { Command } from 'commander';
import { bodyOf, type DefinitionFile } from '../definition/definition-file.ts';
import { findDefinition } from '../definition/find-definition.ts';
import { findingsText, locatedFinding, locatingProblems } from '../definition/findings.ts';
import { readDefinitionFile } from '../definition/read-definition-file.ts';
import { watchFiles } from '../definition/watch-files.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { type Outcome, printRun, runs, type Surroundings } from '../run-command.ts';
import { Registry } from '../session/registry.ts';

export function addDevCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('dev')
    .description('Install the definition as a draft, after every change, until Ctrl-C.')
    .argument('[file]', 'the definition; app.json, app.jsonc or app.ts without it')
    .option('--once', 'install it once, and end')
    .action(
      runs<{ once?: true }>(surroundings, 'Installing the draft', async ([name], options) => {
        const file = name as string | undefined;
        const { path } = await findDefinition(surroundings.folder, file);
        const registry = await Registry.open(surroundings, options);
        if (options.once) return installDraft(surroundings, registry, file);
        return watchFiles([path], (watch) =>
          printRun(surroundings, options, installDraft(surroundings, registry, file, watch)),
        );
      }),
    );
}

/** Replaces the organization's draft of the app, and installs it there. Uses up no version. */
async function installDraft(
  surroundings: Surroundings,
  registry: Registry,
  name: string | undefined,
  onModule?: (path: string) => void,
): Promise<Outcome> {
  const file = await readDefinitionFile(surroundings, name, onModule);
  const app = appOf(file, registry.baseUrl);
  const { data, meta } = await locatingProblems(file, () =>
    registry.call((client) =>
      client.PUT('/v1/apps/drafts/{app}', {
        params: { path: { app } },
        ...bodyOf(file),
      }),
    ),
  );
  const { name: registered, expiresAt } = data.attributes;
  await registry.call((client) =>
    client.POST('/v1/apps/installed', { body: { app: registered, draft: true } }),
  );
  const warnings = (meta?.warnings ?? []).map((warning) =>
    locatedFinding(warning, file, registry.baseUrl),
  );
  return {
    data: { name: registered, expiresAt, warnings },
    text: [
      ...warnings.map(({ code, detail }) => `warning ${code}: ${detail}`),
      `Installed the draft of ${registered}. It expires at ${expiresAt}.`,
    ].join('\n'),
  };
}

/** @throws CommandFailure with every error that is found without the registry */
function appOf(file: DefinitionFile, baseUrl: string): string {
  // Only its own organization reads a draft.
  const { definition, errors } = inspectDefinition(file.value, 'private');
  if (definition) return definition.app;
  const located = errors.map((finding) => locatedFinding(finding, file, baseUrl));
  const text = findingsText({ errors: located, warnings: [] }, file);
  throw new CommandFailure(exitCodes.refused, located, null, text);
}
