import { type CreatedApiKey, type OrganizationRecord, roles } from '@app-platform/contracts';
import type { MeasuredProcess } from './measured-process.ts';

/** What a path answers. */
export type Page = { path: string; contentType: string; etag: string; body: string };

/** The registry as it runs in production, in a process of its own. */
export class Registry {
  readonly process: MeasuredProcess;
  readonly port: number;
  readonly internalPort: number;
  readonly #operatorToken: string;

  constructor(
    process: MeasuredProcess,
    ports: { port: number; internalPort: number },
    operatorToken: string,
  ) {
    this.process = process;
    this.port = ports.port;
    this.internalPort = ports.internalPort;
    this.#operatorToken = operatorToken;
  }

  /** A new organization, and a key of it that may register apps. */
  async newOrganization(): Promise<{ id: string; apiKey: string }> {
    const { id } = await this.#postInternal<OrganizationRecord>('/internal/organizations', {
      name: 'Bench',
    });
    const path = `/internal/organizations/${id}/api-keys`;
    const { key } = await this.#postInternal<CreatedApiKey>(path, { roles: [roles.apps] });
    return { id, apiKey: key };
  }

  /** Registers an app; answers its `<name>-<version>`. */
  async register(apiKey: string, definition: string | Buffer): Promise<string> {
    const url = `http://127.0.0.1:${this.port}/v1/apps/available`;
    const { data } = await post<{ data: { id: string } }>(url, apiKey, String(definition));
    return data.id;
  }

  /** What a page answers. */
  async read(apiKey: string, path: string): Promise<Page> {
    const headers = { authorization: `Bearer ${apiKey}` };
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, { headers });
    const body = await response.text();
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status} ${body}`);
    const { headers: answered } = response;
    return {
      path,
      contentType: answered.get('content-type') ?? '',
      etag: answered.get('etag') ?? '',
      body,
    };
  }

  #postInternal<Answer>(path: string, body: object): Promise<Answer> {
    const url = `http://127.0.0.1:${this.internalPort}${path}`;
    return post(url, this.#operatorToken, JSON.stringify(body));
  }
}

async function post<Answer>(url: string, bearer: string, body: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body });
  if (response.status === 201) return (await response.json()) as Answer;
  throw new Error(`POST ${url} answered ${response.status} ${await response.text()}`);
}
