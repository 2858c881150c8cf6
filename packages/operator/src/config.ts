import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

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
 * @throws Error that says which of them to set
 */
export async function readOperatorConfig(environment = process.env): Promise<OperatorConfig> {
  const local = await readLocal(environment.DATA_DIR || '.data');
  const registryInternalUrl = environment.REGISTRY_INTERNAL_URL || local.registryInternalUrl;
  const oauthInternalUrl = environment.OAUTH_INTERNAL_URL || local.oauthInternalUrl;
  const operatorToken = environment.OPERATOR_TOKEN || local.operatorToken;
  if (!registryInternalUrl || !oauthInternalUrl || !operatorToken) {
    throw new Error(
      'No platform is running here. Run `npm start` first, or set REGISTRY_INTERNAL_URL, OAUTH_INTERNAL_URL and OPERATOR_TOKEN.',
    );
  }
  return { registryInternalUrl, oauthInternalUrl, operatorToken };
}

async function readLocal(dataFolder: string): Promise<Partial<OperatorConfig>> {
  try {
    return JSON.parse(await readFile(join(dataFolder, OPERATOR_FILE), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
