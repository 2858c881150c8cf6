import { authorizedApp } from '../flow/authorized-app.ts';
import type { BareExpressSetup, BarePage } from './bare-express.ts';
import { applyLoad, type Exchange, httpRequest } from './http-load.ts';
import type { MeasuredProcess } from './measured-process.ts';
import type { Platform } from './platform.ts';
import type { Scenario, Side } from './rounds.ts';

const CONNECTIONS = 8;
const MOST_REQUESTS = 200_000;

/** What the services ask one another in a token request, and the two kinds of credentials. */
export async function checkScenarios(
  platform: Platform,
  bareExpress: MeasuredProcess,
): Promise<Scenario[]> {
  const { registry, serviceToken } = platform;
  const { app, tokens } = await authorizedApp(platform.addresses);
  const client = `/internal/clients/${app.clientId}`;
  const asked: Asked[] = [
    { name: 'client and installation', path: `${client}?organizationId=${app.organizationId}` },
    { name: 'secret', path: `${client}/secret-checks`, body: { secret: app.clientSecret } },
  ];
  const pages = await Promise.all(
    asked.map((one) => pageOf(registry.internalPort, serviceToken, one)),
  );
  const setup: BareExpressSetup = { bearer: serviceToken, pages };
  const { port } = await bareExpress.ask<{ port: number }>(setup);
  const checks = asked.map((one, index): Scenario => {
    const page = pages[index] as BarePage;
    return {
      name: `internal check of ${one.name}, against bare Express`,
      ours: asking([registry.process], registry.internalPort, serviceToken, one, page),
      baseline: asking([bareExpress], port, serviceToken, one, page),
    };
  });
  const me: Asked = { name: 'me', path: '/v1/me', staysAwake: true };
  const credential = async (bearer: string): Promise<Side> => {
    const page = await pageOf(registry.port, bearer, me);
    return asking([registry.process], registry.port, bearer, me, page);
  };
  return [
    ...checks,
    {
      name: 'GET /v1/me with an access token, against an API key',
      target: 0.9,
      ours: await credential(String(tokens.access_token)),
      baseline: await credential(app.apiKey),
    },
  ];
}

type Asked = { name: string; path: string; body?: object; staysAwake?: boolean };

async function pageOf(port: number, bearer: string, { path, body }: Asked): Promise<BarePage> {
  const method = body ? 'POST' : 'GET';
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`);
  return { method, path, contentType: response.headers.get('content-type') ?? '', body: text };
}

function asking(
  processes: MeasuredProcess[],
  port: number,
  bearer: string,
  { path, body, staysAwake = false }: Asked,
  page: BarePage,
): Side {
  const expected = Buffer.from(page.body);
  const sent = body && Buffer.from(JSON.stringify(body));
  const exchange: Exchange = {
    request: httpRequest(page.method ?? 'GET', path, bearer, sent),
    isAnswered: (answer) => answer.status === 200 && answer.body.equals(expected),
  };
  const next = () => exchange;
  const load = { port, connections: CONNECTIONS, mostRequests: MOST_REQUESTS, staysAwake, next };
  return { processes, work: (seconds) => applyLoad({ ...load, seconds }) };
}
