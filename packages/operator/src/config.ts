import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readJsonBytes } from '@app-platform/json';

/** The addresses of the internal APIs, and the credential for them. */
export type OperatorConfig = {
  registryInternalUrl: string;
  oauthInternalUrl: string;
  operatorToken: string;
};

/** `npm start` writes this file into its data folder, readable by its user only. */
const OPERATOR_FILE = 'operator.json';

/**
 * Reads REGISTRY_INTERNAL_URL, OAUTH_INTERNAL_URL and OPERATOR_TOKEN. Defaults come from the
 * platform that `npm start` runs here.
 * @throws Error that names the variable to set or correct
 */
export async function readOperatorConfig(environment = process.env): Promise<OperatorConfig> {
  const folder = dataFolderOf(environment);
  const local = await readLocal(folder);
  const registryInternalUrl = environment.REGISTRY_INTERNAL_URL || local.registryInternalUrl;
  const oauthInternalUrl = environment.OAUTH_INTERNAL_URL || local.oauthInternalUrl;
  const operatorToken = environment.OPERATOR_TOKEN || local.operatorToken;
  if (!registryInternalUrl || !oauthInternalUrl || !operatorToken) {
    throw new Error(
      `No platform is running on ${folder}. Run \`npm start\` first, set DATA_DIR to its data folder, or set REGISTRY_INTERNAL_URL, OAUTH_INTERNAL_URL and OPERATOR_TOKEN.`,
    );
  }
  requireHttpUrl('REGISTRY_INTERNAL_URL', registryInternalUrl);
  requireHttpUrl('OAUTH_INTERNAL_URL', oauthInternalUrl);
  return { registryInternalUrl, oauthInternalUrl, operatorToken };
}

function requireHttpUrl(variable: string, url: string): void {
  // `localhost:4100` is also a URL, with the scheme `localhost:`.
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return;
  throw new Error(`${variable} must be a URL that begins with http:// or https://.`);
}

async function readLocal(dataFolder: string): Promise<Partial<OperatorConfig>> {
  const file = join(dataFolder, OPERATOR_FILE);
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (bytes === undefined) return {};
  const result = readJsonBytes(bytes);
  if (result.ok) return (result.value ?? {}) as Partial<OperatorConfig>;
  const located = result.faults.map(
    ({ line, column, detail }) => `${file}:${line}:${column}: ${detail}`,
  );
  throw new Error([...located, 'Mend the file, or delete it and run `npm start`.'].join('\n'));
}

/** The database URL of each service, and the folder of embedded databases. */
export type DatabaseUrls = { registry: string; oauth: string; dataFolder: string };

/**
 * The databases of REGISTRY_DATABASE_URL and OAUTH_DATABASE_URL; by default those of `npm start`.
 * @throws Error if these do not exist
 */
export async function readExportedDatabases(environment = process.env): Promise<DatabaseUrls> {
  const dataFolder = dataFolderOf(environment);
  return {
    registry: environment.REGISTRY_DATABASE_URL || (await embeddedUrl(dataFolder, 'registry')),
    oauth: environment.OAUTH_DATABASE_URL || (await embeddedUrl(dataFolder, 'oauth')),
    dataFolder,
  };
}

/** @throws Error that names the variables to set */
export async function readImportedDatabases(environment = process.env): Promise<DatabaseUrls> {
  const { REGISTRY_DATABASE_URL: registry, OAUTH_DATABASE_URL: oauth } = environment;
  if (registry && oauth) return { registry, oauth, dataFolder: dataFolderOf(environment) };
  throw new Error('Set REGISTRY_DATABASE_URL and OAUTH_DATABASE_URL to the databases to fill.');
}

function dataFolderOf(environment: NodeJS.ProcessEnv): string {
  return resolve(environment.DATA_DIR || '.data');
}

async function embeddedUrl(dataFolder: string, service: string): Promise<string> {
  const database = join(dataFolder, service);
  const exists = await access(database).then(
    () => true,
    () => false,
  );
  if (exists) return `pglite:${database}`;
  throw new Error(
    `There is no database in ${dataFolder}. Set DATA_DIR, or REGISTRY_DATABASE_URL and OAUTH_DATABASE_URL.`,
  );
}
