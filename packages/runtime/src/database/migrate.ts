import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';

const NO_FILTERS = { externalTables: [], externalEnums: [] };

/**
 * Applies the migrations that a database has not seen yet, each once and in order.
 * @param folder holds `schema.prisma` and `migrations/`
 * @returns the names of the migrations that were applied
 */
export async function applyMigrations(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  folder: string,
): Promise<string[]> {
  const { engine } = await openFor(adapter, folder);
  try {
    const migrationsList = await readMigrations(folder);
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList,
      filters: NO_FILTERS,
    });
    return appliedMigrationNames;
  } finally {
    engine.free();
  }
}

/**
 * The SQL that leads from the migrations of a folder to its `schema.prisma`; empty where they agree.
 * The migrations are replayed on the adapter's shadow database.
 */
export async function diffSchema(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  folder: string,
): Promise<string> {
  const { engine, schema } = await openFor(adapter, folder);
  try {
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...(await readMigrations(folder)) },
      to: { tag: 'schemaDatamodel', files: [schema] },
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    });
    const sql = stdout ?? '';
    return sql.startsWith('-- This is an empty migration') ? '' : sql;
  } finally {
    engine.free();
  }
}

/** Writes a new migration from {@link diffSchema}; answers its name, or nothing where there is no difference. */
export async function writeMigration(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  folder: string,
  title: string,
  now: Date,
): Promise<string | undefined> {
  const sql = await diffSchema(adapter, folder);
  if (!sql) return undefined;
  const timestamp = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const name = `${timestamp}_${title}`;
  await mkdir(join(folder, 'migrations', name), { recursive: true });
  await writeFile(join(folder, 'migrations', name, 'migration.sql'), sql);
  return name;
}

async function openFor(adapter: SqlMigrationAwareDriverAdapterFactory, folder: string) {
  const path = join(folder, 'schema.prisma');
  const content = await readFile(path, 'utf8');
  return { engine: await openSchemaEngine(adapter, [[path, content]]), schema: { path, content } };
}

async function readMigrations(folder: string) {
  const baseDir = join(folder, 'migrations');
  const exists = await access(baseDir).then(
    () => true,
    () => false,
  );
  const entries = exists ? await readdir(baseDir, { withFileTypes: true }) : [];
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const migrationDirectories = await Promise.all(
    names.sort().map(async (path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: await readFile(join(baseDir, path, 'migration.sql'), 'utf8'),
        },
      },
    })),
  );
  const lockfile = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' };
  return { baseDir, lockfile, shadowDbInitScript: '', migrationDirectories };
}

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
async function openSchemaEngine(
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
