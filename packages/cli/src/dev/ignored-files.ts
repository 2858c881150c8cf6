import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '../failure.ts';

/** What the app writes, or what it does not run, whatever its `.gitignore` names. */
const ALWAYS = ['.*', 'node_modules', '/dist', '/build', '/coverage'];

type Rule = { isNegated: boolean; isOfFolders: boolean; pattern: RegExp };

/**
 * Tells which paths of a folder its `.gitignore` names: https://git-scm.com/docs/gitignore
 * @returns a function that takes a path relative to the folder, with slashes, and whether it is a file
 */
export function ignoredFiles(folder: string): (path: string, isFile: boolean) => boolean {
  const rules = [...ALWAYS, ...linesOf(join(folder, '.gitignore'))].flatMap(ruleOf);
  const isNamed = (path: string, isFile: boolean) => {
    const fits = ({ isOfFolders, pattern }: Rule) => !(isOfFolders && isFile) && pattern.test(path);
    const last = rules.findLast(fits);
    return last !== undefined && !last.isNegated;
  };
  return (path, isFile) => {
    const folders = [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
    return folders.some((one) => isNamed(one, false)) || isNamed(path, isFile);
  };
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

function ruleOf(line: string): Rule[] {
  const [, negation = '', path = '', slash] = /^(!?)(.*?)(\/?)\s*$/.exec(line) ?? [];
  if (path === '' || line.startsWith('#')) return [];
  const begin = path.includes('/') ? '^' : '(^|/)';
  try {
    const pattern = new RegExp(`${begin}${sourceOf(path.replace(/^\//, ''))}$`);
    return [{ isNegated: negation !== '', isOfFolders: slash === '/', pattern }];
  } catch {
    // git matches nothing with a range such as [z-a].
    return [];
  }
}

function sourceOf(path: string): string {
  return path.replace(/\*\*\/|\/\*\*$|\*|\?|\[!?[^\]]+\]|\\?./gu, (token) => {
    if (token === '**/') return '(.*/)?';
    if (token === '/**') return '/.*';
    if (token === '*') return '[^/]*';
    if (token === '?') return '[^/]';
    if (token.startsWith('[') && token.length > 1) return token.replace('[!', '[^');
    return token.at(-1)?.replace(/[\\^$.*+?()[\]{}|/-]/u, '\\$&') ?? '';
  });
}
