import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Where the internal APIs are, and the credential for them. */
export type OperatorConfig = {
  registryInternalUrl: string;
  oauthInternalUrl: string;
  operatorToken: string;
};

/** What `npm start` leaves in its data folder, readable by its user alone. */
const OPERATOR_FILE = 'operator.json';

/**
 * Reads REGISTRY_INTERNAL_URL, OAUTH_INTERNAL_URL and OPERATOR_TOKEN; what is not set comes from
 * what `npm start` runs here.
 * @throws Error that says which of them to set, or to correct
 */
export async function readOperatorConfig(environment = process.env): Promise<OperatorConfig> {
  const folder = dataFolderOf(environment);
  const local = await readLocal(folder);
  const registryInternalUrl = environment.REGISTRY_INTERNAL_URL || local.registryInternalUrl;
  const oauthInternalUrl = environment.OAUTH_INTERNAL_URL || local.oauthInternalUrl;
  const operatorToken = environment.OPERATOR_TOKEN || local.operatorToken;
  if (!registryInternalUrl || !oauthInternalUrl || !operatorToken) {
    throw new Error(
      `No platform is running on ${folder}. Run \`npm start\` first, set DATA_DIR as it was set for that, or set REGISTRY_INTERNAL_URL, OAUTH_INTERNAL_URL and OPERATOR_TOKEN.`,
    );
  }
  refuseOtherUrl('REGISTRY_INTERNAL_URL', registryInternalUrl);
  refuseOtherUrl('OAUTH_INTERNAL_URL', oauthInternalUrl);
  return { registryInternalUrl, oauthInternalUrl, operatorToken };
}

function refuseOtherUrl(variable: string, url: string): void {
  // `localhost:4100` is a URL too, of the scheme `localhost:`.
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return;
  throw new Error(`${variable} must be a URL that begins with http:// or https://.`);
}

async function readLocal(dataFolder: string): Promise<Partial<OperatorConfig>> {
  try {
    return JSON.parse(await readFile(join(dataFolder, OPERATOR_FILE), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** The database of each service, and the folder that embedded ones are in. */
export type MovedDatabases = { registry: string; oauth: string; dataFolder: string };

/**
 * The databases that REGISTRY_DATABASE_URL and OAUTH_DATABASE_URL name, else those of `npm start`.
 * @throws Error where those are not there
 */
export async function readExportedDatabases(environment = process.env): Promise<MovedDatabases> {
  const dataFolder = dataFolderOf(environment);
  return {
    registry: environment.REGISTRY_DATABASE_URL || (await embeddedUrl(dataFolder, 'registry')),
    oauth: environment.OAUTH_DATABASE_URL || (await embeddedUrl(dataFolder, 'oauth')),
    dataFolder,
  };
}

/** @throws Error that says what to set, where a database is not named */
export async function readImportedDatabases(environment = process.env): Promise<MovedDatabases> {
  const { REGISTRY_DATABASE_URL: registry, OAUTH_DATABASE_URL: oauth } = environment;
  if (registry && oauth) return { registry, oauth, dataFolder: dataFolderOf(environment) };
  throw new Error('Set REGISTRY_DATABASE_URL and OAUTH_DATABASE_URL to the databases to fill.');
}

function dataFolderOf(environment: NodeJS.ProcessEnv): string {
  return resolve(environment.DATA_DIR || '.data');
}

async function embeddedUrl(dataFolder: string, service: string): Promise<string> {
  const database = join(dataFolder, service);
  const isThere = await access(database).then(
    () => true,
    () => false,
  );
  if (isThere) return `pglite:${database}`;
  throw new Error(
    `There is no database in ${dataFolder}. Set DATA_DIR, or REGISTRY_DATABASE_URL and OAUTH_DATABASE_URL.`,
  );
}
