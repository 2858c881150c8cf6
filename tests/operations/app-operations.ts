import { cursor, type OperationRows, reads, type Scene, values } from './operation.ts';

const APPS = '/v1/apps/available';
const INSTALLED = '/v1/apps/installed';
const klasses = [{ name: 'parcel' }];
const definition = { version: '0.0.1', title: 'Planned', klasses };
const fresh = { app: '@@freshApp@@', version: '0.0.1', title: 'Fresh' };
const app = { app: '@@app@@' };
const appVersion = { appVersion: '@@appVersion@@' };
const change = { ...appVersion, vendor: 'Example Labs' };

/** Versions with and without a title, pre-releases, and a registration that is repeated. */
async function registerVersions({ platform, app: { apiKey }, registry }: Scene) {
  await registry('POST', APPS, { app: 'planned', ...definition });
  await registry('POST', APPS, { app: 'planned', version: '0.0.2', klasses });
  for (const version of ['0.0.3-beta.1', '0.0.3-beta.2']) {
    await registry('POST', APPS, { app: 'planned', version });
  }
  for (let time = 0; time < 2; time += 1) {
    const { ok } = await fetch(`${platform.baseUrl}${APPS}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': 'once',
      },
      body: JSON.stringify({ app: 'planned', ...definition, version: '0.0.3' }),
    });
    if (!ok) throw new Error('A repeated registration was refused.');
  }
}

/** Words, parts of words and misspelt ones, of many and of few apps. */
async function searchApps({ registry }: Scene) {
  for (const query of [
    'q=number 4711',
    'q=number 4711&tag=ai',
    'q=umber 471',
    'q=nubmer 4711x',
    'q=rder',
    'q=o',
    'tag=featured',
  ]) {
    await registry('GET', `${APPS}?${query}`);
  }
}

/** Of two apps of the same name, one of another organization. */
async function readAmbiguousName({ registry }: Scene) {
  const { data } = await registry('GET', `${APPS}?page[size]=1`);
  const { name } = data[0].attributes;
  await registry('POST', APPS, { app: name, ...definition, visibility: 'private' });
  await refused(registry('GET', `${APPS}/${name}`), 'ambiguous_app');
}

async function installWithDependencies({ registry }: Scene) {
  const register = (name: string, more: object = {}) =>
    registry('POST', APPS, { app: name, ...definition, ...more });
  await register('needed');
  await register('needy', { dependencies: ['needed-*', 'unknown-*'] });
  await refused(registry('POST', INSTALLED, { app: 'needy' }), 'dependency_missing');
  await register('helping');
  await register('helped', { dependencies: ['helping-*'] });
  await registry('POST', INSTALLED, { app: 'helped', withDependencies: true });
}

async function refused(answer: Promise<unknown>, code: string): Promise<void> {
  await answer.catch((error: Error) => {
    if (!error.message.includes(code)) throw error;
  });
}

/** Apps in the directory, their secrets, and installations. */
export const appOperations: OperationRows = {
  registerApp: {
    ...values(fresh, { ...fresh, visibility: 'private' }),
    afterwards: registerVersions,
  },
  listApps: {
    ...reads({}, cursor('a'), { tag: 'ai' }, { q: 'order' }, { owner: 'own' }),
    afterwards: searchApps,
  },
  readApp: { ...reads(appVersion, { appVersion: '@@app@@' }), afterwards: readAmbiguousName },
  updateApp: values(change),
  updateAppByPost: values({ ...change, vendor: 'Example Works' }),
  readAppIcon: reads({ appVersion: '@@picturedVersion@@' }),
  generateSecret: values(app, { ...app, overlapSeconds: 60 }),
  listSecrets: reads(app),
  listVersions: reads({ name: '@@app@@' }, cursor('1.0.0')),
  installApp: {
    values: [
      { fields: { app: '@@comparedApp@@' } },
      { fields: { app: '@@installedNewApp@@' }, changesNothing: true },
    ],
    afterwards: installWithDependencies,
  },
  uninstallApp: values({ name: '@@installedNewApp@@' }),
  listInstalledApps: reads({}, cursor('a')),
  listActivity: reads({}, cursor('a')),
  readActivity: reads({ name: '@@installedNewApp@@', hours: 2 }, { name: '@@installedNewApp@@' }),
  countInstallations: reads({ name: '@@installedNewApp@@' }, cursor('1.0.0')),
  readRegistryStatus: reads(),
};
