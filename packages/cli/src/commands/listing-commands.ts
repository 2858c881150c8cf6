import type { Command } from 'commander';
import { type CommandContext, commandAction } from '../run-command.ts';
import { Registry } from '../session/registry.ts';

export function addListCommand(program: Command, context: CommandContext): void {
  program
    .command('list')
    .description("List the organization's own apps, and the apps that it has installed.")
    .action(
      commandAction<object>(context, 'Listing the apps', async (_values, options) => {
        const registry = await Registry.open(context, options);
        const own = await registry.list((client, page) =>
          client.GET('/v1/apps/available', { params: { query: { owner: 'own', ...page } } }),
        );
        const installed = await registry.list((client, query) =>
          client.GET('/v1/apps/installed', { params: { query } }),
        );
        const data = {
          own: own.map(({ attributes: { name, version, visibility, title } }) => ({
            name,
            version,
            visibility,
            title,
          })),
          installed: installed.map(({ attributes }) => {
            const { name, version, visibility, latestVersion, draft = false } = attributes;
            return { name, version, visibility, latestVersion, draft };
          }),
        };
        const text = [
          data.own.length > 0 ? 'Own apps:' : 'The organization has no app of its own.',
          ...data.own.map((one) => `  ${one.name} ${one.version} (${one.visibility})`),
          data.installed.length > 0 ? 'Installed apps:' : 'The organization has no app installed.',
          ...data.installed.map((one) => `  ${one.name} ${one.draft ? 'draft' : one.version}`),
        ].join('\n');
        return { data, text };
      }),
    );
}

export function addVersionsCommand(program: Command, context: CommandContext): void {
  program
    .command('versions')
    .description("List an app's versions, the highest first.")
    .argument('<app>', "the app's name")
    .option('--visibility <visibility>', 'private or public, where both have the name')
    .action(
      commandAction<{ visibility?: 'private' | 'public' }>(
        context,
        'Listing the versions',
        async ([app], { visibility, ...options }) => {
          const registry = await Registry.open(context, options, app);
          const found = await registry.list((client, page) =>
            client.GET('/v1/apps/available/{name}/versions', {
              params: {
                path: { name: String(app) },
                query: { ...page, ...(visibility && { visibility }) },
              },
            }),
          );
          const data = found.map(({ id, attributes }) => {
            const { version, createdAt, deprecated = null, yanked = null } = attributes;
            return { id, version, createdAt, deprecated, yanked };
          });
          const lines = data.map(({ version, createdAt, deprecated, yanked }) =>
            [
              `${version}, registered at ${createdAt}`,
              ...(deprecated ? [`deprecated: ${deprecated.message}`] : []),
              ...(yanked ? [`yanked: ${yanked.reason}`] : []),
            ].join(', '),
          );
          return { data, text: lines.join('\n') };
        },
      ),
    );
}
