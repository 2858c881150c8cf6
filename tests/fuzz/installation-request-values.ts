import { apiCaller } from '../flow/administrator.ts';
import { consoleToken } from '../flow/console-token.ts';
import { newExternalApp } from '../flow/external-app.ts';
import type { Platform } from '../flow/platform.ts';
import { registryCalls } from './registry-calls.ts';

const PATH = '/v1/installation-requests';
const [WANTED_APP, UNWANTED_APP] = ['wanted_one', 'wanted_two'];

/** A user of an organization of its own, signed in to the console, and apps to ask for. */
export async function installationRequestSources(platform: Platform) {
  const app = await newExternalApp(platform);
  const registry = registryCalls(platform, app);
  for (const name of [WANTED_APP, UNWANTED_APP]) {
    const definition = { app: name, version: '0.0.1', title: 'Wanted', visibility: 'private' };
    await registry.post('/v1/apps/available', definition);
  }
  const token = await consoleToken(platform, app, 'org.permission.apps');
  const user = apiCaller(platform.baseUrl, token);
  const ask = async (name: string): Promise<string> =>
    (await user('POST', PATH, { app: name })).body.data.id;
  return {
    consoleToken: () => token,
    wantedApp: async () => {
      await ask(WANTED_APP);
      return WANTED_APP;
    },
    unwantedApp: async () => {
      await user('DELETE', `${PATH}/${await ask(UNWANTED_APP)}`);
      return UNWANTED_APP;
    },
    installationRequestId: () => ask(WANTED_APP),
  };
}
