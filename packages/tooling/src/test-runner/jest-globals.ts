import { registerHooks } from 'node:module';

type Callable = (...parameters: unknown[]) => unknown;

/** The exports of `@jest/globals`. */
export type JestGlobals = Record<string, Callable>;

const MODULE = '@jest/globals';
const NAMES = [
  'afterAll',
  'afterEach',
  'beforeAll',
  'beforeEach',
  'describe',
  'expect',
  'it',
  'jest',
  'test',
];

let current: JestGlobals = {};

/** Jest makes them anew for each test file. */
export function setJestGlobals(globals: JestGlobals): void {
  current = globals;
}

/** A module is loaded once per process, so that its import must reach the current test file. */
function forwarded(name: string): Callable {
  const target = () => current[name] as Callable;
  return new Proxy(() => undefined, {
    apply: (_function, thisValue, parameters) => Reflect.apply(target(), thisValue, parameters),
    get: (_function, key) => Reflect.get(target(), key),
  });
}

/** Replaces the package `@jest/globals`, which throws when Node.js imports it. */
export function provideJestGlobals(): void {
  const exported = Object.fromEntries(NAMES.map((name) => [name, forwarded(name)]));
  Object.assign(globalThis, { [MODULE]: exported });
  const url = `test:${MODULE}`;
  const source = `export const { ${NAMES.join(', ')} } = globalThis['${MODULE}'];`;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === MODULE ? { url, shortCircuit: true } : next(specifier, context),
    load: (loaded, context, next) =>
      loaded === url ? { format: 'module', source, shortCircuit: true } : next(loaded, context),
  });
}
