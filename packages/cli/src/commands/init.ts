import { basename, extname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { refusedUsage } from '../failure.ts';
import {
  type CommandContext,
  commandAction,
  type GlobalOptions,
  type Outcome,
} from '../run-command.ts';
import { type TemplateName, templateNames, writeTemplate } from '../scaffold/write-template.ts';
import { addressesOf } from '../session/registry.ts';
import { writeNewFile } from '../write-new-file.ts';

type Options = { name?: string; title?: string; typescript?: true; template?: TemplateName };

export function addInitCommand(program: Command, context: CommandContext): void {
  program
    .command('init')
    .description('Write a definition that can be registered as it is.')
    .argument('[file]', 'the file to write; app.json, or app.ts with --typescript')
    .option('--name <name>', "the app's name; made of the folder's name without it")
    .option('--title <title>', 'the title that users see')
    .option('--typescript', 'write a typed TypeScript file')
    .addOption(
      new Option('--template <template>', 'write a running example into the folder').choices(
        templateNames,
      ),
    )
    .action(
      commandAction<Options>(context, 'Writing the definition', async ([file], options) => {
        const { template } = options;
        if (template) return writeExample(context, template, file, options);
        const isTypescript = options.typescript ?? extname(String(file ?? '')) === '.ts';
        const name = file === undefined ? `app.${isTypescript ? 'ts' : 'json'}` : String(file);
        const { app, title } = await namesOf(options, context);
        const { baseUrl } = await addressesOf(context.config, options.profile);
        const text = (isTypescript ? typescriptTemplate : jsonTemplate)({ app, title, baseUrl });
        await writeNewFile(resolve(context.folder, name), name, text);
        // The other commands find the usual names by themselves.
        const named = file === undefined ? '' : ` ${name}`;
        return {
          data: { file: name, app, title },
          text: `Wrote ${name}. Next: apps validate${named}, then apps register${named}.`,
        };
      }),
    );
}

async function writeExample(
  context: CommandContext,
  template: TemplateName,
  file: string | undefined,
  options: Options & GlobalOptions,
): Promise<Outcome> {
  if (file !== undefined || options.typescript) {
    throw refusedUsage('--template writes several files, app.json among them. Give it alone.');
  }
  const { folder, config } = context;
  const { app, title } = await namesOf(options, context);
  const { baseUrl } = await addressesOf(config, options.profile);
  const files = await writeTemplate(folder, template, { app, title, baseUrl });
  return {
    data: { template, files, app, title },
    text: [
      `Wrote ${files.join(', ')}.`,
      'Next: npm install, apps login, then apps dev. README.md says more.',
      'Where npm does not find @app-platform/client, run npm pack in packages/client of the platform and install its tarball with the others: npm install PATH_OF_TARBALL',
    ].join('\n'),
  };
}

/** Asks at a terminal only. */
async function namesOf(options: Options & { json?: true }, context: CommandContext) {
  const { folder, ask } = context;
  const asks = context.isTerminal && !options.json;
  const usualName = appNameFrom(basename(folder));
  const app =
    options.name ?? ((asks && (await ask(`Name of the app (${usualName}): `))) || usualName);
  if (!/^\w{1,128}$/.test(app)) {
    throw refusedUsage(
      `'${app}' is no name of an app. Use letters, digits and underscores, at most 128.`,
    );
  }
  const usualTitle = titleFrom(app);
  const title =
    options.title ??
    ((asks && (await ask(`Title that users see (${usualTitle}): `))) || usualTitle);
  return { app, title };
}

type TemplateFields = { app: string; title: string; baseUrl: string };

/** The definition of a first version. */
function jsonTemplate({ app, title, baseUrl }: TemplateFields): string {
  const definition = {
    $schema: `${baseUrl}/v1/apps/definition-schema.json`,
    ...contentOf(app, title),
  };
  return `${JSON.stringify(definition, null, 2)}\n`;
}

/** The same, with types instead of a schema. */
function typescriptTemplate({ app, title }: TemplateFields): string {
  const fields = Object.entries(contentOf(app, title));
  const lines = fields.map(([key, value]) => `  ${key}: ${JSON.stringify(value)},\n`);
  return `import { defineApp } from '@app-platform/cli';\n\nexport default defineApp({\n${lines.join('')}});\n`;
}

function contentOf(app: string, title: string) {
  return { app, version: '0.0.1', title, visibility: 'private' };
}

/** Makes an app name that the registry accepts from the name of a folder. */
function appNameFrom(folderName: string): string {
  const name = folderName
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase();
  return name.slice(0, 128) || 'my_app';
}

/** `order_tracker` becomes `Order tracker`. */
function titleFrom(app: string): string {
  const words = app.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
