export type TemplateFields = { app: string; title: string; baseUrl: string };

/** A definition that a first version may have. */
export function jsonTemplate({ app, title, baseUrl }: TemplateFields): string {
  const definition = {
    $schema: `${baseUrl}/v1/apps/definition-schema.json`,
    ...contentOf(app, title),
  };
  return `${JSON.stringify(definition, null, 2)}\n`;
}

/** The same, with types instead of a schema. */
export function typescriptTemplate({ app, title }: TemplateFields): string {
  const fields = Object.entries(contentOf(app, title));
  const lines = fields.map(([key, value]) => `  ${key}: ${JSON.stringify(value)},\n`);
  return `import { defineApp } from '@app-platform/cli';\n\nexport default defineApp({\n${lines.join('')}});\n`;
}

function contentOf(app: string, title: string) {
  return { app, version: '0.0.1', title, visibility: 'private' };
}

/** A name that the registry accepts, made of the name of a folder. */
export function appNameFrom(folderName: string): string {
  const name = folderName
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase();
  return name.slice(0, 128) || 'my_app';
}

/** `order_tracker` becomes `Order tracker`. */
export function titleFrom(app: string): string {
  const words = app.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
