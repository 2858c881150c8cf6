import { Browser, type Visit } from '../flow/browser.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../flow/external-app.ts';
import type { BareProviderSetup, CodesOrder } from './bare-oidc-provider.ts';
import type { MeasuredProcess } from './measured-process.ts';
import type { Platform } from './platform.ts';

/** How many authorizations the load generator has under way while nothing is measured. */
const AUTHORIZATIONS_AT_ONCE = 8;

const SCOPES = ['org.permission.customer', 'org.permission.apps', 'offline_access'];

/** An authorization server as one app of it sees it. */
export type TokenService = {
  /** Everything that works for a token request, but PostgreSQL and Redis. */
  processes: MeasuredProcess[];
  port: number;
  app: Pick<ExternalApp, 'clientId' | 'clientSecret' | 'redirectUri' | 'organizationId'>;
  /** New authorization codes, each of a grant of its own. They live for a minute. */
  newCodes(count: number): Promise<string[]>;
};

/** Our services: a user signs in and consents on the pages once, and is then remembered. */
export async function ourTokenService({
  registry,
  oauth,
  addresses,
}: Platform): Promise<TokenService> {
  const app = await newExternalApp(addresses);
  await app.install();
  const address = app.authorizeUrl(SCOPES);
  const browser = new Browser();
  const signIn = await browser.open(address, address);
  const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
  codeOf(await browser.submit(consent, { decision: 'allow' }));
  return {
    processes: [oauth.process, registry.process],
    port: oauth.port,
    app,
    newCodes: (count) => inTurns(count, async () => codeOf(await browser.open(address, address))),
  };
}

function codeOf({ url, html }: Visit): string {
  const code = url.searchParams.get('code');
  if (!code) throw new Error(`The app got no code, but ${url} ${html.slice(0, 500)}`);
  return code;
}

async function inTurns(count: number, work: () => Promise<string>): Promise<string[]> {
  const results: string[] = [];
  let begun = 0;
  const worker = async () => {
    while (begun < count) {
      begun += 1;
      results.push(await work());
    }
  };
  await Promise.all(Array.from({ length: AUTHORIZATIONS_AT_ONCE }, worker));
  return results;
}

export type BareTokenServiceOptions = {
  process: MeasuredProcess;
  /** The same as ours has. */
  app: TokenService['app'];
  audience: string;
  /** Of an empty database; without it records are kept in a map. */
  databaseUrl?: string;
};

/** oidc-provider alone. It makes codes without an authorization. */
export async function bareTokenService({
  process,
  app,
  audience,
  databaseUrl,
}: BareTokenServiceOptions): Promise<TokenService> {
  const { clientId, clientSecret, redirectUri, organizationId } = app;
  const setup: BareProviderSetup = {
    ...{ audience, scope: SCOPES.join(' '), organizationId },
    client: { id: clientId, secret: clientSecret, redirectUri },
    ...(databaseUrl && { databaseUrl }),
  };
  const { port } = await process.ask<{ port: number }>(setup);
  const newCodes = async (count: number) => {
    const order: CodesOrder = { codes: count };
    return (await process.ask<{ codes: string[] }>(order)).codes;
  };
  return { processes: [process], port, app, newCodes };
}
