import { execFile } from 'node:child_process';
import { chmod, chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverUser } from '@app-platform/testing/servers/postgresql';

/** Files of a certificate authority that nobody else knows, and of a server at `localhost` under it. */
export type PrivateAuthority = { authority: string; certificate: string; key: string };

export async function createPrivateAuthority(folder: string): Promise<PrivateAuthority> {
  const file = (name: string) => join(folder, name);
  const [authority, authorityKey] = [file('ca.crt'), file('ca.key')];
  const [certificate, key] = [file('server.crt'), file('server.key')];
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await openssl([
    ...['req', '-x509', ...newKey, '-days', '2', '-subj', '/CN=A private authority'],
    ...['-keyout', authorityKey, '-out', authority],
  ]);
  await openssl([
    ...['req', ...newKey, '-subj', '/CN=localhost', '-keyout', key, '-out', file('server.csr')],
  ]);
  await writeFile(file('server.ext'), 'subjectAltName = DNS:localhost\n');
  await openssl([
    ...['x509', '-req', '-in', file('server.csr'), '-CA', authority, '-CAkey', authorityKey],
    ...['-CAcreateserial', '-days', '2', '-extfile', file('server.ext'), '-out', certificate],
  ]);
  await chmod(key, 0o600);
  const { uid, gid } = serverUser() ?? {};
  if (uid !== undefined && gid !== undefined) await chown(key, uid, gid);
  return { authority, certificate, key };
}

const openssl = (parameters: string[]) => promisify(execFile)('openssl', parameters);
