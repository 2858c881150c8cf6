import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { bodyOf, type DefinitionFile } from '../definition/definition-file.ts';
import { findDefinition } from '../definition/find-definition.ts';
import { findingsText, locatedFinding, locatingProblems } from '../definition/findings.ts';
import { readDefinitionFile } from '../definition/read-definition-file.ts';
import { watchFiles } from '../definition/watch-files.ts';
import type { Draft } from '../dev/run-app.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { type CommandContext, commandAction, type Outcome, printOutcome } from '../run-command.ts';
import { Registry } from '../session/registry.ts';

type Options = { once?: true; eventsPath: string };

/** Where the program takes webhooks, as those that `apps init --template` writes do. */
const EVENTS_PATH = '/events';

export function addDevCommand(program: Command, context: CommandContext): void {
  program
    .command('dev')
    .description(
      'Install the definition as a draft and run the app, after every change, until Ctrl-C.',
    )
    .argument('[file]', 'the definition; app.json, app.jsonc or app.ts without it')
    .option('--once', 'install it once, and end')
    .option('--events-path <path>', 'where the app takes webhooks', EVENTS_PATH)
    .action(
      commandAction<Options>(context, 'Installing the draft', async ([name], options) => {
        const file = name as string | undefined;
        const { path } = await findDefinition(context.folder, file);
        const registry = await Registry.open(context, options);
        if (options.once) return await installDraft(context, registry, file);
        // No other command runs an app.
        const { AppRun } = await import('../dev/run-app.ts');
        const run = new AppRun(context, options, path);
        const ended = new AbortController();
        const watching = watchFiles(
          [path, join(dirname(path), 'package.json')],
          (watch) =>
            printOutcome(
              context,
              options,
              installDraft(context, registry, file, watch),
              ({ draft }) => run.renew(draft),
            ),
          ended.signal,
        );
        try {
          return await Promise.race([watching, run.failure]);
        } finally {
          ended.abort();
          await run.close();
        }
      }),
    );
}

/** Replaces the organization's draft of the app, and installs it there. Uses up no version. */
async function installDraft(
  context: CommandContext,
  registry: Registry,
  name: string | undefined,
  onModule?: (path: string) => void,
): Promise<Outcome & { draft: Draft }> {
  const file = await readDefinitionFile(context, name, onModule);
  const app = await appOf(file, registry.baseUrl);
  const { data, meta } = await locatingProblems(file, () =>
    registry.call((client) =>
      client.PUT('/v1/apps/drafts/{app}', {
        params: { path: { app } },
        ...bodyOf(file),
      }),
    ),
  );
  const { name: registered, expiresAt, clientId } = data.attributes;
  await registry.call((client) =>
    client.POST('/v1/apps/installed', { body: { app: registered, draft: true } }),
  );
  const warnings = (meta?.warnings ?? []).map((warning) =>
    locatedFinding(warning, file, registry.baseUrl),
  );
  return {
    draft: { name: registered, clientId },
    data: { name: registered, expiresAt, warnings },
    text: [
      ...warnings.map(({ code, detail }) => `warning ${code}: ${detail}`),
      `Installed the draft of ${registered}. It expires at ${expiresAt}.`,
    ].join('\n'),
  };
}

/** @throws CommandFailure with every error that is found without the registry */
async function appOf(file: DefinitionFile, baseUrl: string): Promise<string> {
  const { inspectDefinition } = await import('@app-platform/app-definition');
  // Only its own organization reads a draft.
  const { definition, errors } = inspectDefinition(file.value, 'private');
  if (definition) return definition.app;
  const located = errors.map((finding) => locatedFinding(finding, file, baseUrl));
  const text = findingsText({ errors: located, warnings: [] }, file);
  throw new CommandFailure(exitCodes.refused, located, null, text);
}
