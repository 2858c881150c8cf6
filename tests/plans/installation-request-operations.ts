import { apiCaller } from '../flow/administrator.ts';
import { consoleToken } from '../flow/console-token.ts';
import type { ExternalApp } from '../flow/external-app.ts';
import type { PlatformAddresses } from '../flow/platform.ts';

const PATH = '/v1/installation-requests';
const APPS = '/v1/apps/available';

/** The operations on requests for apps, each in its variants. */
export function installationRequestOperations(
  platform: PlatformAddresses,
  app: ExternalApp,
  after: (key: string | number) => string,
): Record<string, () => Promise<unknown>> {
  const administrator = checked(apiCaller(platform.baseUrl, app.apiKey));
  let token: Promise<string> | undefined;
  const user = async (method: string, path: string, body?: object) => {
    token ??= consoleToken(platform, app, 'org.permission.apps');
    return checked(apiCaller(platform.baseUrl, await token))(method, path, body);
  };
  let last = 0;
  const ask = async (): Promise<string> => {
    last += 1;
    const wanted = { app: `wanted_${last}`, version: '0.0.1', title: 'Wanted' };
    await administrator('POST', APPS, wanted);
    const note = 'For the help desk.';
    return (await user('POST', PATH, { app: wanted.app, note })).data.id;
  };
  return {
    askForApp: async () => {
      await ask();
      await user('POST', PATH, { app: `wanted_${last}`, note: 'Soon.' });
    },
    listInstallationRequests: async () => {
      await ask();
      for (const query of ['', after(1)]) {
        await administrator('GET', `${PATH}?${query}`);
        await user('GET', `${PATH}?${query}`);
      }
    },
    closeInstallationRequest: async () => {
      await administrator('DELETE', `${PATH}/${await ask()}`);
      await user('DELETE', `${PATH}/${await ask()}`);
      await ask();
      await administrator('POST', '/v1/apps/installed', { app: `wanted_${last}` });
    },
  };
}

function checked(call: ReturnType<typeof apiCaller>) {
  return async (method: string, path: string, body?: object) => {
    const answer = await call(method, path, body);
    if (answer.status < 400) return answer.body;
    throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  };
}
