import { readFileSync, statSync } from 'node:fs';
import type { LoadHookSync, ResolveHookSync } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import { transform } from 'sucrase';

/** Marks the modules of one run of a definition, in their addresses: Node.js loads them anew for each run. */
export const RUN = 'apps-run';

/** What TypeScript and bundlers find too, in their order. */
const SUFFIXES = ['', '.ts', '.mts', '.js', '.mjs', '.json', '/index.ts', '/index.js'];

let defineApp = '';
let report: (path: string) => void = () => undefined;

/** @param onModule called with each file that a run imports */
export function start(defineAppUrl: string, onModule: (path: string) => void): void {
  defineApp = defineAppUrl;
  report = onModule;
}

/** The same, in the thread of hooks that Node.js before 22.15 has. */
export function initialize(data: { defineApp: string; port: MessagePort }): void {
  start(data.defineApp, (path) => data.port.postMessage(path));
}

export const resolve: ResolveHookSync = (specifier, context, next) => {
  const run = runOf(context.parentURL);
  if (run === undefined) return next(specifier, context);
  if (specifier === '@app-platform/cli') return { url: defineApp, shortCircuit: true };
  if (!/^\.{1,2}\//.test(specifier)) return next(specifier, context);
  const path = fileOf(fileURLToPath(new URL(specifier, context.parentURL)));
  report(path);
  const url = pathToFileURL(path);
  url.searchParams.set(RUN, run);
  // Bundlers need no attribute for JSON.
  const attributes = path.endsWith('.json') && { importAttributes: { type: 'json' } };
  return { url: url.href, shortCircuit: true, ...attributes };
};

export const load: LoadHookSync = (url, context, next) => {
  if (runOf(url) === undefined || !/\.m?ts\?/.test(url)) return next(url, context);
  const filePath = fileURLToPath(url);
  const { code } = transform(readFileSync(filePath, 'utf8'), {
    filePath,
    transforms: ['typescript'],
    disableESTransforms: true,
  });
  return { format: 'module', source: code, shortCircuit: true };
};

function runOf(url = ''): string | undefined {
  return url.startsWith('file:') ? (new URL(url).searchParams.get(RUN) ?? undefined) : undefined;
}

/** `./texts` and `./texts.js` are `texts.ts`, if there is no such file. */
function fileOf(path: string): string {
  const source = path.replace(/\.(m?)js$/, '.$1ts');
  const candidates = [...SUFFIXES.map((suffix) => path + suffix), source];
  const isFile = (one: string) => statSync(one, { throwIfNoEntry: false })?.isFile();
  return candidates.find(isFile) ?? path;
}
