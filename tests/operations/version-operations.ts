import { cursor, type OperationRows, reads, type Scene, values } from './operation.ts';

const APPS = '/v1/apps/available';
const INSTALLED = '/v1/apps/installed';
const fresh = { app: '@@freshApp@@', version: '0.0.1', title: 'Fresh' };

/** Both versions of an app, the second one first. */
async function unpublishAll({ registry }: Scene) {
  const app = 'unpublished';
  for (const version of ['0.0.1', '0.0.2']) {
    await registry('POST', APPS, { app, version, title: 'Unpublished' });
  }
  for (const version of ['0.0.2', '0.0.1']) await registry('DELETE', `${APPS}/${app}-${version}`);
}

/** A draft that is replaced, installed, and registered. */
async function useDraft({ registry }: Scene) {
  const definition = { app: 'drafted', title: 'Drafted' };
  for (const version of ['0.0.1', '0.0.2']) {
    await registry('PUT', '/v1/apps/drafts/drafted', { ...definition, version });
  }
  await registry('POST', INSTALLED, { app: 'drafted', draft: true });
  await registry('POST', APPS, { ...definition, version: '0.0.1' });
}

/** Plans of an upgrade, a downgrade and an uninstallation, each carried out. */
async function followPlans({ registry }: Scene) {
  const app = 'followed';
  for (const [version, attribute] of [
    ['0.0.1', 'pointsNum'],
    ['0.0.2', 'levelNum'],
  ] as const) {
    const properties = { [attribute]: { displayName: attribute } };
    const klasses = [{ name: 'customer', metadata: { standard: true, properties } }];
    await registry('POST', APPS, { app, version, title: 'Followed', klasses });
  }
  await registry('POST', INSTALLED, { app: `${app}-0.0.1` });
  for (const to of ['0.0.2', '0.0.1']) {
    const { data } = await registry('POST', '/v1/apps/plan', { app, to });
    await registry('POST', INSTALLED, { app, plan: data.id });
  }
  const { data } = await registry('POST', '/v1/apps/plan', { app, to: null });
  await registry('DELETE', `${INSTALLED}/${app}?plan=${data.id}`);
}

/** Trying, comparing, planning, withdrawing and undoing versions. */
export const versionOperations: OperationRows = {
  compareVersions: reads({ name: '@@comparedApp@@' }),
  validateApp: {
    values: [
      { fields: fresh },
      { fields: fresh, headers: { accept: 'application/sarif+json' } },
      { fields: { app: '@@installedNewApp@@', version: '0.0.3' } },
    ],
  },
  diagnose: values(
    {
      tokenRequest: { grant_type: 'refresh_token', client_id: '@@clientId@@' },
      user: 'nobody@example.com',
    },
    { url: 'http://localhost:4001/oauth/authorize?client_id=@@clientId@@' },
  ),
  deprecateVersion: values({
    appVersion: '@@withdrawnVersion@@',
    message: 'It is old.',
    successor: '@@comparedApp@@',
  }),
  endDeprecation: values({ appVersion: '@@deprecatedVersion@@' }),
  yankVersion: values({ appVersion: '@@withdrawnVersion@@', reason: 'It is broken.' }),
  endYank: values({ appVersion: '@@yankedVersion@@' }),
  unpublishVersion: { ...values({ appVersion: '@@withdrawnVersion@@' }), afterwards: unpublishAll },
  listDrafts: reads({}, { 'page[after]': 'YQ' }),
  putDraft: { ...values(fresh), afterwards: useDraft },
  readDraft: reads({ app: '@@draftedApp@@' }),
  removeDraft: values({ app: '@@draftedApp@@' }),
  listAppTransfers: reads({}, cursor(1)),
  offerApp: {
    values: [
      { fields: { app: '@@comparedApp@@', organizationId: '@@receiverId@@' } },
      {
        fields: { app: '@@offeredApp@@', organizationId: '@@receiverId@@' },
        changesNothing: true,
      },
    ],
  },
  acceptApp: values({ name: '@@receivedApp@@' }),
  endAppTransfer: values({ name: '@@offeredApp@@' }),
  planChange: {
    ...values({ app: '@@app@@' }, { app: '@@installedNewApp@@', to: null }),
    afterwards: followPlans,
  },
  listUninstalledApps: reads({}, cursor('a')),
  restoreApp: values({ name: '@@uninstalledNewApp@@' }),
  rollbackApp: values({ name: '@@rolledBackApp@@' }),
  decideRoles: values({ name: '@@installedNewApp@@', roles: ['org.permission'] }),
  readAppPolicy: reads(),
  readRoleCatalogue: reads(),
  changeAppPolicy: values(
    { allows: 'all', listed: [], blocked: ['@@comparedApp@@'] },
    { blocked: [] },
  ),
  limitApp: values({ name: '@@installedNewApp@@', roles: ['org.permission'] }),
};
