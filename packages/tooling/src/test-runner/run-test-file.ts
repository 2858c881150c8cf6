import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type JestGlobals, provideJestGlobals, setJestGlobals } from './jest-globals.ts';

/** The methods of Jest's runtime by which Jest Circus loads modules. */
type Runtime = {
  requireInternalModule(path: string): unknown;
  requireModuleOrMock(from: string, name: string): unknown;
  unstable_shouldLoadAsEsm(path: string): boolean;
  unstable_importModule(path: string): Promise<unknown>;
};

const require = createRequire(import.meta.url);
const { default: runWithCircus } = require('jest-circus/runner');

/** Where Jest Circus keeps its listeners. Each load of it adds its own. */
const CIRCUS_LISTENERS = Symbol.for('EVENT_HANDLERS');

provideJestGlobals();
let count = 0;

/**
 * Jest's `testRunner`: Jest Circus on modules that Node.js loads, once per process, instead of modules
 * in a `vm` context, which are loaded anew for each test file.
 */
export default function runTestFile(...parameters: unknown[]): Promise<unknown> {
  const runtime = parameters[3] as Runtime;
  runtime.requireInternalModule = (path) => {
    // Jest Circus holds the state of one test file.
    delete require.cache[path];
    Reflect.deleteProperty(globalThis, CIRCUS_LISTENERS);
    return require(path);
  };
  runtime.unstable_shouldLoadAsEsm = () => true;
  runtime.unstable_importModule = (path) => {
    setJestGlobals(runtime.requireModuleOrMock(path, '@jest/globals') as JestGlobals);
    count += 1;
    return import(`${pathToFileURL(path)}?run=${count}`);
  };
  return runWithCircus(...parameters);
}
