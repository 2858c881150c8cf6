import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** What platform teams follow. */
export const guide = readFileSync(
  resolve(import.meta.dirname, '../../../deploy/README.md'),
  'utf8',
);

const REMOTE = /https:\/\/github\.com\/\S+?\/\/deploy\/kubernetes\/(\S+?)\?ref=\S+/g;

/** The code of a language, in the order of the guide. */
function codeBlocks(language: 'sh' | 'yaml'): string[] {
  const blocks = guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'));
  return [...blocks].map(([, code = '']) => code);
}

/** The code that contains a text. */
export function codeWith(language: 'sh' | 'yaml', text: string): string {
  const [found, ...more] = codeBlocks(language).filter((code) => code.includes(text));
  if (!found || more.length > 0) {
    throw new Error(`deploy/README.md does not contain one block of ${language} with ${text}`);
  }
  return found;
}

/** The guide's overlay, on a folder of this repository instead of a release on GitHub. */
export function overlayOfGuide(folder: string): string {
  return codeWith('yaml', 'kind: Kustomization').replace(REMOTE, `${folder}/$1`);
}

/** What the guide adds to that overlay for components. */
export function settingsOfGuide(): string {
  return codeWith('yaml', '# components/private-ca');
}
