import { randomBytes } from 'node:crypto';
import type { DataFolder } from './data-folder.ts';

/** What the services on this machine share, kept in the data folder for its user alone. */
export type Secrets = {
  serviceToken: string;
  operatorToken: string;
  keysEncryptionKey: string;
  webhooksEncryptionKey: string;
};

const FILE = 'secrets.json';

/** Those that are set, else those of an earlier start, else new ones. */
export async function readSecrets(
  folder: DataFolder,
  environment: NodeJS.ProcessEnv,
): Promise<Secrets> {
  const earlier = await folder.readJson<Secrets>(FILE);
  const secret = (variable: string, kept: string | undefined) =>
    environment[variable] || kept || randomBytes(32).toString('base64url');
  const secrets = {
    serviceToken: secret('SERVICE_TOKEN', earlier?.serviceToken),
    operatorToken: secret('OPERATOR_TOKEN', earlier?.operatorToken),
    keysEncryptionKey: secret('KEYS_ENCRYPTION_KEY', earlier?.keysEncryptionKey),
    webhooksEncryptionKey: secret('WEBHOOKS_ENCRYPTION_KEY', earlier?.webhooksEncryptionKey),
  };
  await folder.writeJson(FILE, secrets);
  return secrets;
}
