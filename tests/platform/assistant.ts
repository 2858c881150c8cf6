import { Browser } from '@app-platform/testing/http/browser';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type ExternalApp, PASSWORD } from './external-app.ts';
import type { Platform } from './platform.ts';

/** A client by its revision of the protocol, or of the library before. */
export type Revision = '2026-07-28' | '2025-11-25' | 'older SDK';

type Tokens = NonNullable<Awaited<ReturnType<OAuthClientProvider['tokens']>>>;
type Discovery = Awaited<ReturnType<NonNullable<OAuthClientProvider['discoveryState']>>>;
type Info = { name: string; version: string };
const info: Info = { name: 'a test', version: '1.0.0' };

/** An app that acts for its user by MCP. Its user signs in and allows whatever it asks for. */
export class TestAssistant implements OAuthClientProvider {
  readonly #platform: Platform;
  readonly #app: ExternalApp;
  /** The addresses of authorization requests, in order. */
  readonly authorizations: URL[] = [];
  #tokens: Tokens | undefined;
  #discovery: Discovery;
  #verifier = '';
  #arrived = new URLSearchParams();
  #scope: string;

  /** @param scope what it asks for where no challenge says it */
  constructor(platform: Platform, app: ExternalApp, scope = 'org.permission.apps') {
    this.#platform = platform;
    this.#app = app;
    this.#scope = scope;
  }

  get redirectUrl(): string {
    return this.#app.redirectUri;
  }
  get clientMetadata() {
    return { redirect_uris: [this.redirectUrl], scope: this.#scope };
  }
  clientInformation() {
    const { clientId: client_id, clientSecret: client_secret } = this.#app;
    return { client_id, client_secret };
  }
  get accessToken(): string {
    return this.#tokens?.access_token ?? '';
  }
  tokens() {
    return this.#tokens;
  }
  saveTokens(tokens: Tokens): void {
    this.#tokens = tokens;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  saveDiscoveryState(state: Discovery): void {
    this.#discovery = state;
  }
  discoveryState() {
    return this.#discovery;
  }
  codeVerifier(): string {
    return this.#verifier;
  }

  async redirectToAuthorization(address: URL): Promise<void> {
    this.authorizations.push(address);
    const browser = new Browser();
    const { oauthUrl } = this.#platform;
    const signIn = await browser.open(address.href, oauthUrl);
    const consent = await browser.submit(signIn, { email: this.#app.email, password: PASSWORD });
    const last = consent.html.includes('name="decision"')
      ? await browser.submit(consent, { decision: 'allow' })
      : consent;
    this.#arrived = last.url.searchParams;
  }

  /** Connects, and signs in where that is needed. */
  async connect(revision: Revision): Promise<Client> {
    const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
    const client = () =>
      revision === 'older SDK'
        ? (new OlderClient(info) as unknown as Client)
        : new Client(info, { versionNegotiation: { mode } });
    const connected = client();
    try {
      await connected.connect(this.#transport(revision));
      return connected;
    } catch (error) {
      if (!(error instanceof Error) || error.constructor.name !== UnauthorizedError.name)
        throw error;
      await this.finishSignIn(revision);
      const again = client();
      await again.connect(this.#transport(revision));
      return again;
    }
  }

  /** Exchanges the code with which the browser came back. */
  async finishSignIn(revision: Revision): Promise<void> {
    const code = this.#arrived.get('code') ?? '';
    const transport = this.#transport(revision);
    if (transport instanceof StreamableHTTPClientTransport) {
      await transport.finishAuth(this.#arrived);
    } else await (transport as OlderTransport).finishAuth(code);
  }

  #transport(revision: Revision): StreamableHTTPClientTransport {
    const address = new URL(`${this.#platform.baseUrl}/mcp`);
    if (revision !== 'older SDK') {
      return new StreamableHTTPClientTransport(address, { authProvider: this });
    }
    const authProvider = this as unknown as ConstructorParameters<typeof OlderTransport>[1] extends
      | { authProvider?: infer P }
      | undefined
      ? NonNullable<P>
      : never;
    return new OlderTransport(address, {
      authProvider,
    }) as unknown as StreamableHTTPClientTransport;
  }
}
