/**
 * What a schema cannot tell: values with which an operation succeeds. `@@name@@` stands for what the
 * live values hold at the moment. They are laid over what the schema gives, or sent alone.
 */
export type Recipe = { fields: Record<string, unknown>; headers?: Record<string, string> };

type Recipes = [Recipe, ...Recipe[]];

const client = { client_id: '@@clientId@@', client_secret: '@@clientSecret@@' };
const code = {
  grant_type: 'authorization_code',
  code: '@@code@@',
  redirect_uri: '@@redirectUri@@',
};
const refresh = { grant_type: 'refresh_token', refresh_token: '@@refreshToken@@' };
const authorization = {
  redirect_uri: '@@redirectUri@@',
  response_type: 'code',
  scope: 'org.permission.customer offline_access',
};
const credentials = { email: '@@email@@', password: '@@password@@' };
const basic = { authorization: 'Basic @@basicCredentials@@' };
const unchanged = { 'if-none-match': '*' };
const cursor = (key: string) => ({ 'page[after]': Buffer.from(key).toString('base64url') });

const byUser = { authorization: 'Bearer @@consoleToken@@' };
const attribute = { klass: 'customer', attribute: '@@attribute@@' };
const webhook = { url: 'http://127.0.0.1:9/', events: ['app.restored'] };

const consentRequest = { id: '@@consentRequestId@@', scopes: ['@@consentRequestScope@@'] };

const reads = (...fields: Record<string, unknown>[]): Recipes => [
  { fields: {} },
  { fields: {}, headers: unchanged },
  ...fields.map((one) => ({ fields: one })),
];

const consent = (decision: string): Recipe => ({
  fields: { uid: 'any', csrf: '@@consentCsrf@@', scopes: 'org.permission.customer', decision },
  headers: { cookie: '@@consentCookies@@' },
});

const recipes: Record<string, Recipes> = {
  registerApp: [
    { fields: { app: '@@freshApp@@', version: '0.0.1', title: 'Fuzzed' } },
    { fields: { app: '@@freshApp@@', version: '0.0.1', title: 'Fuzzed', visibility: 'private' } },
  ],
  listApps: reads(cursor('a'), { tag: 'ai' }, { q: 'fuzz' }, { owner: 'own' }),
  updateApp: [{ fields: { appVersion: '@@appVersion@@', vendor: 'Fuzzed' } }],
  updateAppByPost: [{ fields: { appVersion: '@@appVersion@@', vendor: 'Fuzzed' } }],
  readApp: [
    { fields: { appVersion: '@@appVersion@@' } },
    { fields: { appVersion: '@@appVersion@@' }, headers: unchanged },
  ],
  readRegistryStatus: reads(),
  readOauthStatus: reads(),
  readAppIcon: [
    { fields: { appVersion: '@@picturedVersion@@' } },
    { fields: { appVersion: '@@picturedVersion@@' }, headers: unchanged },
  ],
  generateSecret: [{ fields: { app: '@@app@@' } }],
  listSecrets: [{ fields: { app: '@@app@@' } }, { fields: { app: '@@app@@' }, headers: unchanged }],
  listVersions: [
    { fields: { name: '@@app@@' } },
    { fields: { name: '@@app@@' }, headers: unchanged },
    { fields: { name: '@@app@@', ...cursor('5') } },
  ],
  countInstallations: [
    { fields: { name: '@@app@@' } },
    { fields: { name: '@@app@@' }, headers: unchanged },
    { fields: { name: '@@app@@', ...cursor('5') } },
  ],
  compareVersions: [
    { fields: { name: '@@comparedApp@@' } },
    { fields: { name: '@@comparedApp@@' }, headers: unchanged },
  ],
  validateApp: [
    { fields: { app: '@@freshApp@@', version: '0.0.1', title: 'Fuzzed' } },
    {
      fields: { app: '@@freshApp@@', version: '0.0.1', title: 'Fuzzed' },
      headers: { accept: 'application/sarif+json' },
    },
  ],
  deprecateVersion: [{ fields: { appVersion: '@@withdrawnVersion@@', message: 'Fuzzed.' } }],
  endDeprecation: [{ fields: { appVersion: '@@appVersion@@' } }],
  yankVersion: [{ fields: { appVersion: '@@withdrawnVersion@@', reason: 'Fuzzed.' } }],
  endYank: [{ fields: { appVersion: '@@appVersion@@' } }],
  unpublishVersion: [{ fields: { appVersion: '@@withdrawnVersion@@' } }],
  listDrafts: reads(cursor('a')),
  putDraft: [{ fields: { app: '@@freshApp@@', version: '0.0.1', title: 'Fuzzed' } }],
  readDraft: [
    { fields: { app: '@@draftedApp@@' } },
    { fields: { app: '@@draftedApp@@' }, headers: unchanged },
  ],
  removeDraft: [{ fields: { app: '@@draftedApp@@' } }],
  diagnose: [
    { fields: { tokenRequest: { client_id: '@@clientId@@' } } },
    { fields: { url: 'http://localhost:4001/oauth/authorize?client_id=@@clientId@@' } },
  ],
  listRefusedRequests: [
    { fields: { name: '@@app@@' } },
    { fields: { name: '@@app@@' }, headers: unchanged },
  ],
  planChange: [
    { fields: { app: '@@app@@' } },
    { fields: { app: '@@installedNewApp@@', to: null } },
  ],
  restoreApp: [{ fields: { name: '@@uninstalledNewApp@@' } }],
  rollbackApp: [{ fields: { name: '@@rolledBackApp@@' } }],
  decideRoles: [{ fields: { name: '@@installedNewApp@@', roles: ['org.permission'] } }],
  listInstalledApps: reads(cursor('a')),
  installApp: [{ fields: { app: '@@app@@' } }, { fields: { app: '@@uninstalledApp@@' } }],
  uninstallApp: [{ fields: { name: '@@installedApp@@' } }],
  listAttributes: reads(),
  listAttributesOfKlass: reads(),
  listInstallationRequests: [
    { fields: {} },
    { fields: cursor('5') },
    { fields: {}, headers: { ...byUser, ...unchanged } },
  ],
  askForApp: [
    { fields: { app: '@@unwantedApp@@' }, headers: byUser },
    { fields: { app: '@@wantedApp@@', note: 'Fuzzed' }, headers: byUser },
  ],
  closeInstallationRequest: [{ fields: { id: '@@installationRequestId@@' }, headers: byUser }],
  listAttributeDetails: reads(cursor('customer/@fuzzPointsNum'), { klass: 'customer' }),
  readAttribute: [{ fields: attribute }, { fields: attribute, headers: unchanged }],
  changeAttribute: [
    { fields: { ...attribute, displayName: 'Fuzzed' } },
    { fields: { ...attribute, active: false } },
  ],
  whoAmI: reads(),
  listApiKeys: reads(cursor('00000000-0000-0000-0000-000000000000')),
  createApiKey: [{ fields: { roles: ['org.admin.apps'] } }],
  revokeApiKey: [{ fields: { id: '@@apiKeyId@@' } }],
  listAuditEvents: reads({ 'filter[service]': 'oauth' }, cursor('100:100')),
  listWebhooks: reads(cursor('00000000-0000-0000-0000-000000000000')),
  createWebhook: [{ fields: { url: '@@webhookUrl@@', events: ['app.restored'] } }],
  readWebhook: [
    { fields: { id: '@@webhookId@@' } },
    { fields: { id: '@@webhookId@@' }, headers: unchanged },
  ],
  changeWebhook: [{ fields: { id: '@@webhookId@@', description: 'Fuzzed', ...webhook } }],
  deleteWebhook: [{ fields: { id: '@@webhookId@@' } }],
  generateWebhookSecret: [{ fields: { id: '@@webhookId@@', overlapSeconds: 60 } }],
  listWebhookDeliveries: [
    { fields: { id: '@@webhookId@@' } },
    { fields: { id: '@@webhookId@@' }, headers: unchanged },
    { fields: { id: '@@webhookId@@', ...cursor('5') } },
  ],
  redeliverWebhookEvent: [{ fields: { id: '@@webhookId@@', deliveryId: '@@deliveryId@@' } }],
  testWebhook: [{ fields: { id: '@@webhookId@@' } }],
  listUsers: reads(cursor('a@example.com'), { query: 'fuzz' }),
  createUser: [
    { fields: { email: '@@freshEmail@@', roles: ['org.permission'] } },
    { fields: { email: '@@freshEmail@@', roles: [], password: 'long enough' } },
  ],
  readSignedInUser: [
    { fields: {}, headers: byUser },
    { fields: {}, headers: { ...byUser, ...unchanged } },
  ],
  readUser: [
    { fields: { id: '@@userId@@' } },
    { fields: { id: '@@userId@@' }, headers: unchanged },
  ],
  changeUser: [
    { fields: { id: '@@userId@@', roles: ['org.permission.customer'] } },
    { fields: { id: '@@userId@@', password: 'another long one' } },
  ],
  deleteUser: [{ fields: { id: '@@userId@@' } }],
  disableUser: [{ fields: { id: '@@userId@@' } }],
  enableUser: [{ fields: { id: '@@userId@@' } }],
  endSessions: [{ fields: { id: '@@userId@@' } }],
  createPasswordLink: [{ fields: { id: '@@userId@@' } }],
  listGrants: [
    { fields: { app: '@@administeredApp@@' } },
    { fields: { app: '@@administeredApp@@' }, headers: unchanged },
    { fields: { app: '@@administeredApp@@', ...cursor(`a@example.com ${'a'.repeat(43)}`) } },
    { fields: { kind: 'app' } },
  ],
  endGrant: [{ fields: { id: '@@grantId@@' } }],
  endGrants: [
    { fields: { app: '@@administeredApp@@' } },
    { fields: { client: 'console', kind: 'first_party' } },
  ],
  listConsentRequests: reads({ state: 'denied' }),
  decideConsentRequest: [
    { fields: { ...consentRequest, decision: 'denied' } },
    { fields: { ...consentRequest, decision: 'approved' } },
  ],
  readOrganization: reads(),
  changeOrganization: [
    { fields: { consentPolicy: 'user' } },
    { fields: { consentPolicy: 'administrator', assistants: 'write' } },
  ],
  authorize: [
    { fields: { client_id: '@@clientId@@', ...authorization } },
    { fields: { client_id: '@@clientId@@', request_uri: '@@requestUri@@' } },
  ],
  exchange: [
    { fields: { ...client, ...code } },
    { fields: { ...client, ...refresh } },
    { fields: { ...client, ...refresh }, headers: { dpop: '@@dpopProof@@' } },
    { fields: refresh, headers: basic },
  ],
  revoke: [
    { fields: { ...client, token: '@@refreshToken@@' } },
    { fields: { ...client, token: 'unknown' } },
    { fields: { ...client, token: 'unknown', token_type_hint: 'access_token' } },
    { fields: { ...client, token: 'unknown', token_type_hint: 'refresh_token' } },
    { fields: { token: 'unknown' }, headers: basic },
    { fields: { token: '@@accessToken@@' }, headers: basic },
  ],
  introspect: [
    { fields: { ...client, token: '@@refreshToken@@' } },
    { fields: { token: '@@accessToken@@' }, headers: basic },
  ],
  pushAuthorizationRequest: [
    { fields: { ...client, ...authorization } },
    { fields: authorization, headers: basic },
  ],
  postAccountSignIn: [
    {
      fields: { csrf: '@@accountFormCsrf@@', ...credentials },
      headers: { cookie: '@@accountFormCookies@@' },
    },
  ],
  postAccountSignOut: [
    { fields: { csrf: '@@accountCsrf@@' }, headers: { cookie: '@@accountCookies@@' } },
  ],
  postAccountRevoke: [
    {
      fields: { csrf: '@@accountCsrf@@', client_id: '@@clientId@@' },
      headers: { cookie: '@@accountCookies@@' },
    },
  ],
  postPassword: [
    {
      fields: {
        csrf: '@@changingCsrf@@',
        current_password: '@@password@@',
        password: 'another long one',
      },
      headers: { cookie: '@@changingCookies@@' },
    },
  ],
  postPasswordLink: [{ fields: { token: '@@linkToken@@', password: 'another long one' } }],
  postSignIn: [
    {
      fields: { uid: 'any', csrf: '@@signInCsrf@@', ...credentials },
      headers: { cookie: '@@signInCookies@@' },
    },
  ],
  postConsent: [consent('allow'), consent('deny')],
  publishedKeys: reads(),
  metadata: [{ fields: {} }],
};

/** @throws Error where nobody has written down how the operation succeeds */
export function recipesOf(operationId: string): Recipes {
  const found = recipes[operationId];
  if (!found) throw new Error(`Add to recipes.ts how ${operationId} succeeds.`);
  return found;
}
