import { apiCaller, FailedCall, succeedingCaller } from '@app-platform/testing/http/api-caller';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { consoleToken } from '../platform/first-party-sign-in.ts';
import type { Platform } from '../platform/platform.ts';

export type RegistryCaller = ReturnType<typeof succeedingCaller>;

/** Ignores a refusal: a webhook of a definition cannot be deleted, and an app may not be installed. */
async function remove(registry: RegistryCaller, path: string): Promise<void> {
  try {
    await registry('DELETE', path);
  } catch (error) {
    if (!(error instanceof FailedCall && error.status < 500)) throw error;
  }
}

export function registryCaller({ baseUrl }: Platform, { apiKey }: ExternalApp): RegistryCaller {
  return succeedingCaller(baseUrl, apiKey);
}

const APPS = '/v1/apps/available';
const INSTALLED = '/v1/apps/installed';

const attributes = {
  pointsNum: { displayName: 'Points', example: '120' },
  levelNum: { displayName: 'Level', example: '3' },
  ordersNum: { displayName: 'Orders', example: '12' },
};

function customerWith(name: keyof typeof attributes) {
  const properties = { [name]: attributes[name] };
  return [{ name: 'customer', metadata: { standard: true, properties } }];
}

/** Apps and versions in the states in which versions are withdrawn, drafted and returned to. */
export function versionSources(registry: RegistryCaller) {
  let last = 0;
  /** An app with versions 0.0.1 and 0.0.2, which have different attributes. */
  const newApp = async (): Promise<string> => {
    last += 1;
    const app = `loyalty_${last}`;
    for (const [version, attribute] of [
      ['0.0.1', 'pointsNum'],
      ['0.0.2', 'levelNum'],
    ] as const) {
      const klasses = customerWith(attribute);
      await registry('POST', APPS, { app, version, title: 'Loyalty', klasses });
    }
    return app;
  };
  const newWithdrawn = async (path: string, body: object) => {
    const name = `${await newApp()}-0.0.2`;
    await registry('POST', `${APPS}/${name}/${path}`, body);
    return name;
  };
  const install = (app: string) => registry('POST', INSTALLED, { app });
  return {
    attribute: async () => {
      last += 1;
      const definition = { version: '0.0.1', title: 'Orders', visibility: 'private' };
      const klasses = customerWith('ordersNum');
      const app = `orders_${last}`;
      await registry('POST', APPS, { ...definition, app, identifier: 'example', klasses });
      return '@exampleOrdersNum';
    },
    deprecatedVersion: () => newWithdrawn('deprecation', { message: 'It is old.' }),
    yankedVersion: () => newWithdrawn('yank', { reason: 'It is broken.' }),
    withdrawnVersion: async () => `${await newApp()}-0.0.2`,
    comparedApp: newApp,
    rolledBackApp: async () => {
      const app = await newApp();
      await install(`${app}-0.0.1`);
      await install(`${app}-0.0.2`);
      return app;
    },
    installedNewApp: async () => {
      const app = await newApp();
      await install(app);
      return app;
    },
    uninstalledNewApp: async () => {
      const app = await newApp();
      await install(app);
      await remove(registry, `${INSTALLED}/${app}`);
      return app;
    },
    draftedApp: async () => {
      last += 1;
      const app = `drafted_${last}`;
      const definition = { app, version: '0.0.1', title: 'Drafted' };
      await registry('PUT', `/v1/apps/drafts/${app}`, definition);
      return app;
    },
  };
}

const TRANSFERS = '/v1/apps/transfers';

/** Another organization, and apps that it offers or is offered. */
export async function transferSources(
  platform: Platform,
  registry: RegistryCaller,
  organizationId: string,
) {
  const other = await newExternalApp(platform);
  const ofOther = registryCaller(platform, other);
  let last = 0;
  const offer = async (from: RegistryCaller, to: string): Promise<string> => {
    last += 1;
    const app = `offered_${last}`;
    await from('POST', APPS, { app, version: '0.0.1', title: 'Offered' });
    await from('POST', TRANSFERS, { app, organizationId: to });
    return app;
  };
  return {
    receiverId: () => other.organizationId,
    offeredApp: () => offer(registry, other.organizationId),
    receivedApp: () => offer(ofOther, organizationId),
  };
}

const WEBHOOKS = '/v1/webhooks';
/** A port where nothing listens. */
const UNREACHABLE = 'http://127.0.0.1:9/';

/** A webhook that requests are about, and room for another one: an organization has few. */
export function webhookSources(registry: RegistryCaller) {
  let current = '';
  const removeOthers = async () => {
    const { data } = await registry('GET', `${WEBHOOKS}?page[size]=100`);
    for (const { id } of data) if (id !== current) await remove(registry, `${WEBHOOKS}/${id}`);
  };
  return {
    webhookId: async () => {
      current = '';
      await removeOthers();
      const { data } = await registry('POST', WEBHOOKS, {
        url: UNREACHABLE,
        events: ['app.restored'],
      });
      current = data.id;
      return current;
    },
    webhookUrl: async () => {
      await removeOthers();
      return UNREACHABLE;
    },
    deliveryId: async () => {
      const { data } = await registry('POST', `${WEBHOOKS}/${current}/test`, {});
      return data.id;
    },
  };
}

const REQUESTS = '/v1/installation-requests';
const [WANTED_APP, UNWANTED_APP, REQUESTED_APP] = ['wanted_one', 'wanted_two', 'wanted_three'];

/** A user of an organization of its own, signed in to the console, and apps to ask for. */
export async function installationRequestSources(platform: Platform) {
  const app = await newExternalApp(platform);
  const registry = registryCaller(platform, app);
  for (const name of [WANTED_APP, UNWANTED_APP, REQUESTED_APP]) {
    const definition = { app: name, version: '0.0.1', title: 'Wanted', visibility: 'private' };
    await registry('POST', '/v1/apps/available', definition);
  }
  const token = await consoleToken(platform, app, 'org.permission.apps');
  const user = apiCaller(platform.baseUrl, token);
  const ask = async (name: string): Promise<string> =>
    (await user('POST', REQUESTS, { app: name })).body.data.id;
  return {
    consoleToken: () => token,
    wantedApp: async () => {
      await ask(WANTED_APP);
      return WANTED_APP;
    },
    unwantedApp: async () => {
      await user('DELETE', `${REQUESTS}/${await ask(UNWANTED_APP)}`);
      return UNWANTED_APP;
    },
    installationRequestId: () => ask(REQUESTED_APP),
  };
}
