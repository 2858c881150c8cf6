import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { until } from '@app-platform/testing/until';

const MODULES = '/usr/lib/apache2/modules';
const loaded = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'headers', 'auth_openidc'];

type ProtectedSite = { port: number; issuer: string; clientId: string; clientSecret: string };

/**
 * Apache with Debian's mod_auth_openidc, whose page below /private tells who has signed in, in headers of the
 * response.
 * @returns how to stop it
 */
export async function startApache(site: ProtectedSite): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'app-platform-apache-'));
  const pages = join(folder, 'pages');
  await mkdir(join(pages, 'private'), { recursive: true });
  await writeFile(join(pages, 'private', 'index.html'), 'Private.\n');
  // Its workers are another user.
  for (const one of [folder, pages, join(pages, 'private')]) await chmod(one, 0o755);
  const file = join(folder, 'apache.conf');
  await writeFile(file, configuration(folder, pages, site));
  const process = new RunningProcess(
    ['-f', file, '-DFOREGROUND'],
    {},
    { node: '/usr/sbin/apache2' },
  );
  await until('Apache listens', 60_000, async () => {
    const { status } = await fetch(`http://127.0.0.1:${site.port}/none`).catch(() => ({
      status: 0,
    }));
    if (process.child.exitCode !== null) throw new Error(`Apache ended: ${process.stderr}`);
    return status === 404;
  });
  return async () => {
    await process.stop();
    await rm(folder, { recursive: true });
  };
}

function configuration(
  folder: string,
  pages: string,
  { port, issuer, clientId, clientSecret }: ProtectedSite,
): string {
  const address = `http://127.0.0.1:${port}`;
  return `
ServerRoot ${folder}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
Listen 127.0.0.1:${port}
ServerName ${address}
${loaded.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
User www-data
Group www-data
DocumentRoot ${pages}
OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${clientId}
OIDCClientSecret ${clientSecret}
OIDCRedirectURI ${address}/private/callback
OIDCCryptoPassphrase a-passphrase-of-the-tests
OIDCScope "openid profile email"
OIDCPKCEMethod S256
OIDCRemoteUserClaim email
OIDCPassClaimsAs environment
OIDCCacheShmMax 100
<Location /private>
  AuthType openid-connect
  Require valid-user
  # Without it the module takes a fetch of Node.js for a script's and answers 401.
  OIDCUnAuthAction auth "true"
  Header always set X-Email "expr=%{REMOTE_USER}"
  Header always set X-Name "%{OIDC_CLAIM_name}e"
</Location>
`;
}
