import type { RegistryCalls } from './registry-calls.ts';

const APPS = '/v1/apps/available';
const INSTALLED = '/v1/apps/installed';

/** Apps and versions in the states in which versions are withdrawn, drafted and returned to. */
export function versionSources(registry: RegistryCalls) {
  let last = 0;
  /** An app with versions 0.0.1 and 0.0.2. */
  const newApp = async (): Promise<string> => {
    last += 1;
    const app = `versions_${last}`;
    for (const version of ['0.0.1', '0.0.2']) {
      await registry.post(APPS, { app, version, title: 'Fuzzed' });
    }
    return app;
  };
  const install = (app: string) => registry.post(INSTALLED, { app });
  return {
    attribute: async () => {
      const properties = { pointsNum: { displayName: 'Points' } };
      const klasses = [{ name: 'customer', metadata: { standard: true, properties } }];
      const definition = { version: '0.0.1', title: 'Fuzzed', visibility: 'private' };
      last += 1;
      const app = `attributed_${last}`;
      await registry.post(APPS, { ...definition, app, identifier: 'fuzz', klasses });
      return '@fuzzPointsNum';
    },
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
      await registry.remove(`${INSTALLED}/${app}`);
      return app;
    },
    draftedApp: async () => {
      last += 1;
      const app = `drafted_${last}`;
      const definition = { app, version: '0.0.1', title: 'Fuzzed' };
      await registry.put(`/v1/apps/drafts/${app}`, definition);
      return app;
    },
  };
}
