type Call = (method: string, path: string, body?: object) => Promise<string>;

const APPS = '/v1/apps/available';
const INSTALLED = '/v1/apps/installed';

function customer(attribute: string) {
  const properties = { [attribute]: { displayName: attribute } };
  return { klasses: [{ name: 'customer', metadata: { standard: true, properties } }] };
}

/** The operations that try, compare, plan, withdraw and undo versions, each in its variants. */
export function versionOperations(
  call: Call,
  get: (path: string) => Promise<string>,
  after: (key: string | number) => string,
  clientId: string,
): Record<string, () => Promise<unknown>> {
  let last = 0;
  const define = (more: object = {}) => ({ version: '0.0.1', title: 'Moved', ...more });
  /** An app with two versions, the second without the attribute of the first. */
  const newApp = async (): Promise<string> => {
    last += 1;
    const app = `moved_${last}`;
    await call('POST', APPS, { app, ...define(customer('pointsNum')) });
    await call('POST', APPS, { app, version: '0.0.2', ...customer('levelNum') });
    return app;
  };
  const installedApp = async (): Promise<string> => {
    const app = await newApp();
    await call('POST', INSTALLED, { app: `${app}-0.0.1` });
    await call('POST', INSTALLED, { app });
    return app;
  };
  const draft = async (): Promise<string> => {
    last += 1;
    const app = `moved_draft_${last}`;
    for (const version of ['0.0.1', '0.0.2']) {
      await call('PUT', `/v1/apps/drafts/${app}`, { app, ...define({ version }) });
    }
    return app;
  };
  const onVersion = async (method: string, path: string, body?: object) =>
    call(method, `${APPS}/${await newApp()}-0.0.2${path}`, body);
  return {
    countInstallations: async () => {
      const path = `${APPS}/${await installedApp()}/installations`;
      for (const query of ['', after('1.0.0')]) await get(`${path}?${query}`);
    },
    compareVersions: async () => get(`${APPS}/${await newApp()}/diff`),
    validateApp: async () => {
      const app = await installedApp();
      await call('POST', '/v1/apps/validate', { app, version: '0.0.3' });
      await call('POST', '/v1/apps/validate', { app: `${app}_new`, ...define() });
    },
    diagnose: () => {
      const tokenRequest = { grant_type: 'refresh_token', client_id: clientId };
      return call('POST', '/v1/apps/doctor', { tokenRequest, user: 'nobody@example.com' });
    },
    deprecateVersion: async () => {
      const successor = await newApp();
      await onVersion('POST', '/deprecation', { message: 'Old.', successor });
    },
    endDeprecation: async () => {
      const path = `${APPS}/${await newApp()}-0.0.2/deprecation`;
      await call('POST', path, { message: 'Old.' });
      await call('DELETE', path);
    },
    yankVersion: () => onVersion('POST', '/yank', { reason: 'Broken.' }),
    endYank: async () => {
      const path = `${APPS}/${await newApp()}-0.0.2/yank`;
      await call('POST', path, { reason: 'Broken.' });
      await call('DELETE', path);
    },
    unpublishVersion: async () => {
      const app = await newApp();
      for (const version of ['0.0.2', '0.0.1']) await call('DELETE', `${APPS}/${app}-${version}`);
    },
    putDraft: async () => {
      const app = await draft();
      await call('POST', INSTALLED, { app, draft: true });
      await call('POST', APPS, { app, ...define() });
    },
    readDraft: async () => get(`/v1/apps/drafts/${await draft()}`),
    listDrafts: async () => {
      await draft();
      for (const query of ['', after('a')]) await get(`/v1/apps/drafts?${query}`);
    },
    removeDraft: async () => call('DELETE', `/v1/apps/drafts/${await draft()}`),
    planChange: async () => {
      const app = await installedApp();
      const { data } = JSON.parse(await call('POST', '/v1/apps/plan', { app, to: '0.0.1' }));
      await call('POST', INSTALLED, { app, plan: data.id });
      const planned = JSON.parse(await call('POST', '/v1/apps/plan', { app, to: null }));
      await call('DELETE', `${INSTALLED}/${app}?plan=${planned.data.id}`);
    },
    restoreApp: async () => {
      const app = await installedApp();
      await call('DELETE', `${INSTALLED}/${app}`);
      await call('POST', `${INSTALLED}/${app}/restore`);
    },
    rollbackApp: async () => call('POST', `${INSTALLED}/${await installedApp()}/rollback`),
    decideRoles: async () => {
      const body = { roles: ['org.permission'] };
      await call('POST', `${INSTALLED}/${await installedApp()}/roles`, body);
    },
  };
}
