/** Plays each operation against both services and writes the calls to `docs/api/examples.json`. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import setUp from '@app-platform/testing/databases/global-setup';
import tearDown from '@app-platform/testing/databases/global-teardown';
import { postJson } from '@app-platform/testing/http/api-caller';
import { playedOperations } from '../operations/play-operations.ts';
import { authorizedApp } from '../platform/authorized-app.ts';
import { newExternalApp } from '../platform/external-app.ts';
import { firstPartyRedirectUris } from '../platform/first-party-sign-in.ts';
import { startPlatform } from '../platform/platform.ts';
import { ExampleRecorder, type Operation } from './example-recorder.ts';
import { StableValues } from './stable-values.ts';

const folder = join(import.meta.dirname, '../../docs/api');

async function operationsOf(service: string): Promise<Operation[]> {
  const text = await readFile(join(folder, `${service}.openapi.json`), 'utf8');
  type Paths = Record<string, Record<string, { operationId: string; requestBody?: object }>>;
  const { paths } = JSON.parse(text) as { paths: Paths };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, requestBody }]) => ({
      service,
      path,
      method,
      operationId,
      takesBody: requestBody !== undefined,
    })),
  );
}

/** The first app of the directory, whose list is the first sample of the reference. */
const orderDesk = {
  title: 'Order desk',
  description: 'Answers questions about orders beside the conversation.',
  iconUrl: 'https://cdn.orders.example.com/icon.png',
  tags: ['ecommerce', 'messaging'],
  roles: ['org.permission.customer'],
  appDetails: { appDeveloper: { name: 'Example Labs', website: 'https://orders.example.com' } },
};

/** A definition that an app would have. */
const parcelTracker = {
  app: 'parcel_tracker',
  version: '1.0.0',
  visibility: 'public',
  title: 'Parcel tracker',
  description: 'Shows where the parcels of a customer are.',
  vendor: 'Example Labs',
  roles: ['org.permission.customer.read'],
  redirectUris: ['https://parcels.example.com/callback'],
  klasses: [
    {
      name: 'customer',
      metadata: {
        standard: true,
        properties: {
          lastParcelAt: { displayName: 'Last parcel', example: '2026-01-31T09:30:00.000Z' },
        },
      },
    },
  ],
};

async function record(): Promise<void> {
  const platform = await startPlatform({ firstPartyRedirectUris });
  try {
    // An app that another organization offers to all.
    const offered = await newExternalApp(platform, {
      visibility: 'public',
      definition: orderDesk,
    });
    const authorized = await authorizedApp(platform);
    const { baseUrl, oauthUrl } = platform;
    const operations = [...(await operationsOf('registry')), ...(await operationsOf('oauth'))];
    const recorder = new ExampleRecorder(operations, { registry: baseUrl, oauth: oauthUrl });
    await recorder.record('registerApp', () =>
      postJson(`${baseUrl}/v1/apps/available`, authorized.app.apiKey, parcelTracker),
    );
    const played = await playedOperations(platform, authorized);
    const plays = Object.entries(played);
    // Lists once more, when there is something to list.
    const lists = plays.filter(([operationId]) => operationId.startsWith('list'));
    for (const [operationId, play] of [...plays, ...lists]) {
      await recorder.record(operationId, play);
    }
    await recorder.record('readAppIcon', () => readIcon(baseUrl, authorized.app.apiKey));
    const stable = new StableValues([
      ['http://127.0.0.1:9/', 'https://apps.example.com/events'],
      ['127.0.0.1:9', 'apps.example.com'],
      [baseUrl, 'http://localhost:4000'],
      [oauthUrl, 'http://localhost:4001'],
      [encodeURIComponent(baseUrl), encodeURIComponent('http://localhost:4000')],
      ['Order <Tracker>', 'Order tracker'],
      [authorized.app.name, 'order_tracker'],
      [offered.name, 'order_desk'],
    ]);
    const { examples } = recorder;
    const known = operations.filter(({ operationId }) => operationId in examples);
    const sorted = known.map(({ operationId }) => [operationId, stable.of(examples[operationId])]);
    const text = `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
    await writeFile(join(folder, 'examples.json'), text);
    console.log(`wrote docs/api/examples.json with ${known.length} operations`);
  } finally {
    await platform.close();
  }
}

/** The icon of an app whose definition contains it. */
async function readIcon(baseUrl: string, apiKey: string): Promise<void> {
  const apps = `${baseUrl}/v1/apps/available`;
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';
  const iconUrl = `data:image/png;base64,${pixel}`;
  await postJson(apps, apiKey, { app: 'pictured', version: '0.0.1', title: 'Pictured', iconUrl });
  await fetch(`${apps}/pictured-0.0.1/icon`);
}

await setUp();
try {
  await record();
} finally {
  await tearDown();
}
