import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Revocation } from '@app-platform/contracts';
import { createLogger, openTelemetry } from '@app-platform/runtime';
import { tokens } from '@app-platform/testing/credentials';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createRegistry, type Registry, type RegistryOptions } from '../src/server.ts';
import { openRegistryDatabase } from '../src/stores.ts';
import { type RunningRegistry, startRegistry } from './start-registry.ts';
import { webhookSettings } from './webhook-settings.ts';

const issuer = 'https://oauth.example.com';
const audience = 'https://api.example.com';

/** The claims of a token that differ between tests. */
export type IssuedClaims = {
  clientId: string;
  organizationId: string;
  /** Left out for a first-party client. */
  installedAt?: string;
  scope?: string;
  /** `auth_time`. */
  authenticatedAt?: Date;
  userId?: string;
  /** Registered claims and header parameters that a forged token has instead. */
  forged?: {
    issuer?: string;
    audience?: string | string[];
    typ?: string;
    expiresIn?: number | null;
  };
};

/** What a token that the OAuth service issues has. */
const genuine = { issuer, audience, typ: 'at+jwt', expiresIn: 86_400 };

let issued = 0;

/** What the registry reads of the OAuth service: its keys, and what it has revoked. */
export class TokenIssuer {
  readonly revocations: Revocation[] = [];
  /** How many revocations each answer of the feed had. */
  readonly answered: number[] = [];
  readonly #server: Server;
  readonly #now: { value: Date };
  #keys: Awaited<ReturnType<typeof newKey>>;

  private constructor(
    server: Server,
    keys: Awaited<ReturnType<typeof newKey>>,
    now: { value: Date },
  ) {
    this.#server = server;
    this.#keys = keys;
    this.#now = now;
    server.on('request', ({ url = '' }, response) => {
      if (url.startsWith('/internal/changes')) {
        // As a release before, which does not tell that there is a new revocation.
        response.writeHead(404).end();
        return;
      }
      const answer = url === '/oauth/jwks' ? { keys: [this.#keys.jwk] } : this.#feed(url);
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
    });
  }

  static async start({ now }: Pick<RunningRegistry, 'now'>): Promise<TokenIssuer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TokenIssuer(server, await newKey('first', 'ES256'), now);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #feed(url: string) {
    const after = BigInt(new URL(url, this.url).searchParams.get('after') ?? '0');
    const revocations = this.revocations
      .filter(({ id }) => BigInt(id) > after)
      .sort((one, other) => Number(one.id) - Number(other.id));
    this.answered.push(revocations.length);
    return { revocations };
  }

  /** Publishes another key alone. */
  async replaceKey(alg = 'ES256'): Promise<void> {
    this.#keys = await newKey(`another ${alg}`, alg);
  }

  /** Another replica of the registry, which accepts these tokens. */
  async replicaOf(
    registry: RunningRegistry,
    clock: () => Date = () => registry.now.value,
    options: Pick<RegistryOptions, 'hasMcp'> = {},
  ): Promise<Registry> {
    const started = createRegistry({
      database: openRegistryDatabase(registry.connection),
      clock,
      logger: createLogger('registry', 'silent'),
      telemetry: await openTelemetry('registry'),
      tokens,
      webhooks: webhookSettings(),
      oauth: { issuer, audience, internalUrl: this.url, keyReloadSeconds: 0.1 },
      ...options,
    });
    await started.start();
    return started;
  }

  async issue({ scope = 'org.permission.apps', userId = 'user', ...claims }: IssuedClaims) {
    const { clientId, organizationId, installedAt, authenticatedAt } = claims;
    const { kid, alg, privateKey } = this.#keys;
    const named = { ...genuine, ...claims.forged };
    const seconds = Math.floor(this.#now.value.getTime() / 1000);
    issued += 1;
    const payload = {
      org: organizationId,
      gid: 'grant',
      client_id: clientId,
      scope,
      ...(installedAt && { ins: Date.parse(installedAt) }),
      ...(authenticatedAt && { auth_time: Math.floor(authenticatedAt.getTime() / 1000) }),
    };
    const token = new SignJWT(payload)
      .setProtectedHeader({ alg, typ: named.typ, kid })
      .setIssuer(named.issuer)
      .setAudience(named.audience)
      .setSubject(userId)
      .setJti(`token_${issued}`)
      .setIssuedAt(seconds);
    if (named.expiresIn !== null) token.setExpirationTime(seconds + named.expiresIn);
    return token.sign(privateKey);
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

async function newKey(kid: string, alg: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg);
  return {
    privateKey,
    kid,
    alg,
    jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' },
  };
}

/** A registry, an issuer of its access tokens, and a replica that accepts them. Closing the registry ends all three. */
export async function startRegistryWithTokens() {
  const registry = await startRegistry();
  const oauth = await TokenIssuer.start(registry);
  const replica = await oauth.replicaOf(registry);
  const close = async () => {
    await replica.stop();
    oauth.stop();
    await registry.close();
  };
  return { registry: { ...registry, close }, oauth, replica };
}
