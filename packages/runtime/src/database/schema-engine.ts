import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';

type Engine = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');
type SchemaEngine = Awaited<ReturnType<Engine['SchemaEngine']['new']>>;

/** What is used of it; Node.js has it, its type declarations do not. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

let loading: Promise<Engine> | undefined;

/**
 * Prisma's own schema engine as WebAssembly, at the version that the Prisma command line uses:
 * it writes and reads the same `_prisma_migrations` rows, and needs no download.
 */
export async function openSchemaEngine(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  datamodels: [path: string, schema: string][],
): Promise<SchemaEngine> {
  loading ??= instantiate();
  const engine = await loading;
  const ignoreLog = () => undefined;
  return engine.SchemaEngine.new(
    { datamodels },
    ignoreLog,
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
}

/** The package's entry imports its `.wasm` as a module, for bundlers; so its parts are put together by hand. */
async function instantiate(): Promise<Engine> {
  const engine = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const require = createRequire(import.meta.url);
  const bindings = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(join(dirname(bindings), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, {
    './schema_engine_bg.js': withoutLingeringTimers(engine),
  });
  // Where the engine leaves the message of a panic; without it a panic hides behind a TypeError.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message(message: string) {
        process.emitWarning(message, 'SchemaEnginePanic');
      },
    },
  });
  engine.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return engine;
}

/** The engine leaves a timer of ten seconds behind, which must not keep a finished process alive. */
function withoutLingeringTimers(engine: Engine): object {
  const timers = Object.entries(engine).filter(([name]) => name.startsWith('__wbg_setTimeout_'));
  const startTimer = (callback: () => void, milliseconds: number) =>
    setTimeout(callback, milliseconds >>> 0).unref();
  return { ...engine, ...Object.fromEntries(timers.map(([name]) => [name, startTimer])) };
}
