import { randomUUID } from 'node:crypto';
import { succeedingCaller } from '@app-platform/testing/http/api-caller';
import { OpenedStream } from '@app-platform/testing/http/event-stream';
import { consoleToken } from '../platform/first-party-sign-in.ts';
import {
  byUser,
  cursor,
  type OperationRows,
  reads,
  type Scene,
  unchanged,
  values,
} from './operation.ts';

const APPS = '/v1/apps/available';
const NO_ID = '00000000-0000-0000-0000-000000000000';
const UNREACHABLE = 'http://127.0.0.1:9/';
const attribute = { klass: 'customer', attribute: '@@attribute@@' };
const webhook = { id: '@@webhookId@@' };
const events = { events: ['app.restored'] };

/** An administrator answers requests of a user: declines one, and installs the app of the other. */
async function answerRequests({ platform, app, registry }: Scene) {
  const token = await consoleToken(platform, app, 'org.permission.apps');
  const user = succeedingCaller(platform.baseUrl, token);
  const requests = '/v1/installation-requests';
  await registry('POST', APPS, { app: 'requested', version: '0.0.1', title: 'Requested' });
  const { data } = await user('POST', requests, { app: 'requested', note: 'For the help desk.' });
  for (const query of ['', `?page[after]=${btoa('1')}`]) await registry('GET', requests + query);
  await registry('DELETE', `${requests}/${data.id}`);
  await user('POST', requests, { app: 'requested' });
  await registry('POST', '/v1/apps/installed', { app: 'requested' });
}

/** A webhook and the app itself hear of a registration; the second version declares no address. */
async function registerHeardApp({ registry }: Scene) {
  const heard = { url: UNREACHABLE, events: ['app.registered'] };
  await registry('POST', '/v1/webhooks', heard);
  const definition = { app: 'heard', version: '0.0.1', title: 'Heard' };
  await registry('POST', APPS, { ...definition, lifecycleWebhooks: [heard] });
  await registry('POST', APPS, { ...definition, version: '0.0.2' });
}

/** While a webhook and an installation change, and requests are refused. */
async function followHeardApp({ platform, app, registry }: Scene) {
  const heard = { url: UNREACHABLE, events: ['app.installed'] };
  await registry('POST', '/v1/webhooks', heard);
  const followed = `followed_${randomUUID().slice(0, 8)}`;
  await registry('POST', APPS, { app: followed, version: '0.0.1', title: 'Followed' });
  const url = `${platform.baseUrl}${APPS}/${followed}/events`;
  const stream = await OpenedStream.open(url, { credential: app.apiKey });
  await registry('POST', '/v1/apps/installed', { app: followed });
  await stream.find<{ type: string }>(({ type }) => type === 'installation');
  await stream.find<{ type: string }>(({ type }) => type === 'webhook_delivery');
  stream.close();
}

/** What an organization has besides apps: attributes, API keys, webhooks, requests, the audit trail. */
export const organizationOperations: OperationRows = {
  listAttributes: reads(),
  listAttributesOfKlass: reads({ klass: 'customer' }),
  listAttributeDetails: reads({}, { klass: 'customer' }, cursor('customer/@exampleOrdersNum')),
  readAttribute: reads(attribute),
  changeAttribute: values(
    { ...attribute, displayName: 'Loyalty points', active: true },
    { ...attribute, active: false },
  ),
  followApp: {
    ...values(
      { name: '@@refusedApp@@', follow: 'false' },
      { name: '@@refusedApp@@', follow: 'false', types: 'installation,audit_event' },
    ),
    afterwards: followHeardApp,
  },
  listRefusedRequests: reads({ name: '@@refusedApp@@' }),
  askForApp: {
    values: [
      { fields: { app: '@@unwantedApp@@', note: 'For the help desk.' }, headers: byUser },
      { fields: { app: '@@wantedApp@@', note: 'Soon.' }, headers: byUser },
    ],
  },
  listInstallationRequests: {
    values: [
      { fields: {}, headers: byUser },
      { fields: {}, headers: { ...byUser, ...unchanged } },
      { fields: cursor(5) },
    ],
  },
  closeInstallationRequest: {
    values: [{ fields: { id: '@@installationRequestId@@' }, headers: byUser }],
    afterwards: answerRequests,
  },
  whoAmI: {
    values: [
      { fields: {} },
      { fields: {}, headers: unchanged },
      { fields: {}, headers: { authorization: 'Bearer @@accessToken@@' } },
    ],
  },
  createApiKey: values({ roles: ['org.admin.apps'] }),
  listApiKeys: reads({}, cursor(NO_ID)),
  revokeApiKey: values({ id: '@@apiKeyId@@' }),
  createWebhook: { ...values({ url: '@@webhookUrl@@', ...events }), afterwards: registerHeardApp },
  listWebhooks: reads({}, cursor(NO_ID)),
  readWebhook: reads(webhook),
  changeWebhook: values(
    { ...webhook, description: 'Restored apps', url: UNREACHABLE, ...events },
    { ...webhook, active: false },
  ),
  deleteWebhook: values(webhook),
  generateWebhookSecret: values({ ...webhook, overlapSeconds: 60 }),
  testWebhook: values(webhook),
  redeliverWebhookEvent: values({ ...webhook, deliveryId: '@@deliveryId@@' }),
  listWebhookDeliveries: reads(webhook, cursor(5)),
  listAuditEvents: reads(
    {},
    cursor('100:100'),
    { 'filter[service]': 'oauth' },
    { 'filter[from]': '2026-01-01T00:00:00.000Z' },
    { 'filter[action]': 'app_version.registered' },
    { 'filter[actor]': 'a' },
    { 'filter[subject]': 'planned-0.0.1' },
    { 'filter[app]': 'planned' },
  ),
};
