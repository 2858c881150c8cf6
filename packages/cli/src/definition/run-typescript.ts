import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';

let runs = 0;
/** Files that the current run has imported. Hooks are for the whole process, so they are installed once. */
let importedFiles: (() => string[]) | undefined;

/**
 * Runs a TypeScript module and what it imports, as they are now.
 * @param onModule called with each file that it imports, also where one fails
 * @returns its exports
 */
export async function runTypescript(
  path: string,
  onModule: (path: string) => void,
): Promise<Record<string, unknown>> {
  importedFiles ??= await installHooks();
  runs += 1;
  const { RUN } = await import('./typescript-hooks.ts');
  try {
    return await import(`${pathToFileURL(path)}?${RUN}=${runs}`);
  } finally {
    for (const file of importedFiles()) onModule(file);
  }
}

/** @returns takes the files that were imported since the last call */
async function installHooks(): Promise<() => string[]> {
  const defineApp = besideThis('define-app').href;
  if (!nodeModule.registerHooks) return installHooksInThread(defineApp);
  const { start, resolve, load } = await import('./typescript-hooks.ts');
  const files: string[] = [];
  start(defineApp, (file) => files.push(file));
  nodeModule.registerHooks({ resolve, load });
  return () => files.splice(0);
}

/** Node.js before 22.15 runs hooks in a thread. */
function installHooksInThread(defineApp: string): () => string[] {
  const { port1, port2 } = new MessageChannel();
  port1.unref();
  nodeModule.register(besideThis('typescript-hooks'), {
    data: { defineApp, port: port2 },
    transferList: [port2],
  });
  return () => {
    const files: string[] = [];
    for (;;) {
      const received = receiveMessageOnPort(port1);
      if (!received) return files;
      files.push(received.message);
    }
  };
}

/** A module of the bundle, or of this source. */
function besideThis(name: string): URL {
  const bundled = new URL(`./${name}.js`, import.meta.url);
  return existsSync(fileURLToPath(bundled)) ? bundled : new URL(`./${name}.ts`, import.meta.url);
}
