import { succeedingCaller } from '@app-platform/testing/http/api-caller';
import { until } from '@app-platform/testing/until';
import type { ExternalApp } from '../platform/external-app.ts';
import { consoleToken } from '../platform/first-party-sign-in.ts';
import type { PlatformAddresses } from '../platform/platform.ts';

type Call = (method: string, path: string, body?: object) => Promise<string>;

const ATTRIBUTE = '/v1/apps/metadata/customer/@plannedPointsNum';

/** The operations on attributes and their settings, each in its variants. */
export function attributeOperations(
  call: Call,
  get: (path: string) => Promise<string>,
  after: (key: string | number) => string,
): Record<string, () => Promise<unknown>> {
  return {
    changeAttribute: async () => {
      const properties = { pointsNum: { displayName: 'Points', example: '120' } };
      const klasses = [{ name: 'customer', metadata: { standard: true, properties } }];
      const definition = { app: 'attributed', identifier: 'planned', version: '0.0.1' };
      await call('POST', '/v1/apps/available', { ...definition, title: 'Attributed', klasses });
      await call('PATCH', ATTRIBUTE, { displayName: 'Loyalty points', active: true });
      await call('PATCH', ATTRIBUTE, { active: false });
    },
    readAttribute: () => get(ATTRIBUTE),
    listAttributeDetails: async () => {
      const queries = ['klass=customer', '', after('customer/@plannedPointsNum')];
      for (const query of queries) await get(`/v1/attributes?${query}`);
    },
  };
}

/**
 * A token request that is refused, and the list that has it a second later.
 * @param listInternally asks the OAuth service for the list of the app
 */
export function refusedRequestOperations(
  app: ExternalApp,
  get: (path: string) => Promise<string>,
  listInternally: () => Promise<string>,
): Record<string, () => Promise<unknown>> {
  return {
    listRefusedRequests: async () => {
      await app.token({ grant_type: 'refresh_token', refresh_token: 'unknown' });
      await until('a refused request is listed', 20_000, async () =>
        (await listInternally()).includes('refresh token not found'),
      );
      await get(`/v1/apps/available/${app.name}/refused-requests`);
    },
  };
}

const REQUESTS = '/v1/installation-requests';
const APPS = '/v1/apps/available';

/** The operations on requests for apps, each in its variants. */
export function installationRequestOperations(
  platform: PlatformAddresses,
  app: ExternalApp,
  after: (key: string | number) => string,
): Record<string, () => Promise<unknown>> {
  const administrator = succeedingCaller(platform.baseUrl, app.apiKey);
  let token: Promise<string> | undefined;
  const user = async (method: string, path: string, body?: object) => {
    token ??= consoleToken(platform, app, 'org.permission.apps');
    return succeedingCaller(platform.baseUrl, await token)(method, path, body);
  };
  let last = 0;
  const ask = async (): Promise<string> => {
    last += 1;
    const wanted = { app: `wanted_${last}`, version: '0.0.1', title: 'Wanted' };
    await administrator('POST', APPS, wanted);
    const note = 'For the help desk.';
    return (await user('POST', REQUESTS, { app: wanted.app, note })).data.id;
  };
  return {
    askForApp: async () => {
      await ask();
      await user('POST', REQUESTS, { app: `wanted_${last}`, note: 'Soon.' });
    },
    listInstallationRequests: async () => {
      await ask();
      for (const query of ['', after(1)]) {
        await administrator('GET', `${REQUESTS}?${query}`);
        await user('GET', `${REQUESTS}?${query}`);
      }
    },
    closeInstallationRequest: async () => {
      await administrator('DELETE', `${REQUESTS}/${await ask()}`);
      await user('DELETE', `${REQUESTS}/${await ask()}`);
      await ask();
      await administrator('POST', '/v1/apps/installed', { app: `wanted_${last}` });
    },
  };
}

const WEBHOOKS = '/v1/webhooks';
const webhook = { url: 'http://127.0.0.1:9/', events: ['app.registered'] };

/** The operations of webhooks, each in its variants. */
export function webhookOperations(
  call: Call,
  get: (path: string) => Promise<string>,
  after: (key: string | number) => string,
): Record<string, () => Promise<unknown>> {
  const create = async (): Promise<string> =>
    JSON.parse(await call('POST', WEBHOOKS, webhook)).data.id;
  return {
    createWebhook: async () => {
      await create();
      // Heard, which makes deliveries; the next version declares other addresses.
      const definition = { app: 'heard', version: '0.0.1', title: 'Heard' };
      const lifecycleWebhooks = [webhook];
      await call('POST', '/v1/apps/available', { ...definition, lifecycleWebhooks });
      await call('POST', '/v1/apps/available', { ...definition, version: '0.0.2' });
    },
    listWebhooks: async () => {
      for (const query of ['', after('00000000-0000-0000-0000-000000000000')]) {
        await get(`${WEBHOOKS}?${query}`);
      }
    },
    readWebhook: async () => get(`${WEBHOOKS}/${await create()}`),
    changeWebhook: async () => {
      const path = `${WEBHOOKS}/${await create()}`;
      await call('PATCH', path, webhook);
      await call('PATCH', path, { active: false });
    },
    deleteWebhook: async () => call('DELETE', `${WEBHOOKS}/${await create()}`),
    generateWebhookSecret: async () => {
      const path = `${WEBHOOKS}/${await create()}/secret`;
      await call('POST', path, { overlapSeconds: 60 });
    },
    testWebhook: async () => call('POST', `${WEBHOOKS}/${await create()}/test`, {}),
    redeliverWebhookEvent: async () => {
      const path = `${WEBHOOKS}/${await create()}`;
      const { data } = JSON.parse(await call('POST', `${path}/test`, {}));
      await call('POST', `${path}/deliveries/${data.id}/redeliver`, {});
    },
    listWebhookDeliveries: async () => {
      const path = `${WEBHOOKS}/${await create()}/deliveries`;
      for (const query of ['', after(1_000_000)]) await get(`${path}?${query}`);
    },
  };
}
