import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refused } from '../failure.ts';
import { writeNewFile } from '../write-new-file.ts';

/** The folders of `templates` that each example is made of. */
const parts = {
  'external-app': ['external-app', 'sign-in', 'shared'],
  widget: ['widget', 'shared'],
  voice: ['voice', 'shared'],
  assistant: ['assistant', 'sign-in', 'shared'],
} as const;

export type TemplateName = keyof typeof parts;
export const templateNames = Object.keys(parts) as TemplateName[];

type Fields = { app: string; title: string; baseUrl: string };

/**
 * Writes an example into a folder.
 * @returns the files
 * @throws CommandFailure that names the files that exist, and then nothing is written
 */
export async function writeTemplate(
  folder: string,
  template: TemplateName,
  fields: Fields,
): Promise<string[]> {
  const files = withUsedDependencies(await readTemplate(template, fields));
  const names = [...files.keys()].sort();
  const existing = names.filter((name) => existsSync(join(folder, name)));
  if (existing.length > 0) {
    const [are, them] = existing.length > 1 ? ['exist', 'them'] : ['exists', 'it'];
    throw refused(
      'file_exists',
      `${existing.join(', ')} ${are}. Nothing was written. Use an empty folder, or move ${them} away.`,
    );
  }
  for (const [name, text] of files) {
    await writeNewFile(join(folder, name), name, text);
  }
  return names;
}

/** The text of each file. README.md begins with what the template says and ends with what all share. */
async function readTemplate(template: TemplateName, fields: Fields): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const part of parts[template]) {
    const source = join(templatesFolder(), part);
    const entries = await readdir(source, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const path = join(entry.parentPath, entry.name);
      // npm leaves .gitignore out of packages.
      const name = relative(source, path).replace(/^gitignore$/, '.gitignore');
      const text = filled(await readFile(path, 'utf8'), extname(name), fields);
      files.set(name, (files.get(name) ?? '') + text);
    }
  }
  return files;
}

/** Replaces the values that the templates have instead. */
function filled(text: string, extension: string, { app, title, baseUrl }: Fields): string {
  const isJson = extension === '.json';
  return text
    .replaceAll('template_app', app)
    .replaceAll('template-app', app.replaceAll('_', '-').toLowerCase())
    .replaceAll('Template title', () => (isJson ? JSON.stringify(title).slice(1, -1) : title))
    .replace('http://localhost:4000/v1/', () => `${baseUrl}/v1/`);
}

/** The shared package.json has what any of the templates needs. */
function withUsedDependencies(files: Map<string, string>): Map<string, string> {
  const manifest = JSON.parse(files.get('package.json') ?? '{}');
  const sources = [...files].filter(([name]) => extname(name) === '.ts').map(([, text]) => text);
  const used = Object.entries(manifest.dependencies).filter(([name]) =>
    sources.some((text) => text.includes(`from '${name}'`)),
  );
  const text = JSON.stringify({ ...manifest, dependencies: Object.fromEntries(used) }, null, 2);
  return new Map([...files, ['package.json', `${text}\n`]]);
}

/** Beside `dist` of the package, or beside this source. */
function templatesFolder(): string {
  const [packed = '', source = ''] = ['../templates', '../../templates'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return existsSync(packed) ? packed : source;
}
