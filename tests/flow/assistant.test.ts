import { administrator, apiCaller, postJson } from '@app-platform/testing/http/api-caller';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/client';
import { decodeJwt } from 'jose';
import { type Revision, TestAssistant } from '../platform/assistant.ts';
import { authorize, codeGrant, postToken } from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

const CUT_OFF_MILLISECONDS = 2_000;
const READ = 'org.permission.apps';
const CHANGE = 'org.admin.apps';

let platform: Platform;
/** The assistant's app. */
let app: ExternalApp;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp());
});
afterAll(() => platform.close());

const api = (path: string, body: object, key = app.apiKey) =>
  postJson(`${platform.baseUrl}${path}`, key, body);

const setPolicy = (assistants: string, of = app) =>
  administrator(platform, of.apiKey)('PATCH', '/v1/organization', { assistants });

let lastNumber = 0;

/** An app of the assistant's organization that is not installed. */
async function newApp(definition: object = {}): Promise<string> {
  lastNumber += 1;
  const identifier = `as${lastNumber}`;
  const properties = { pointsNum: { displayName: 'Points' } };
  const registered = await api('/v1/apps/available', {
    ...{
      app: `loyalty_${lastNumber}`,
      version: '1.0.0',
      title: `Loyalty ${lastNumber}`,
      identifier,
    },
    klasses: [{ name: 'customer', metadata: { standard: true, properties } }],
    ...definition,
  });
  return registered.data.attributes.name;
}

type Result = {
  isError?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each tool has results of its own
  structuredContent?: Record<string, any>;
  content: { text: string }[];
};

/** Calls a tool. */
async function callTool(client: Client, name: string, args: object = {}): Promise<Result> {
  return (await client.callTool({ name, arguments: args as Record<string, unknown> })) as Result;
}

async function plan(client: Client, args: object): Promise<string> {
  const { structuredContent, content } = await callTool(client, 'plan_change', args);
  if (!structuredContent) throw new Error(content[0]?.text);
  return structuredContent.plan;
}

/** A token of the assistant's app, got without a library. */
async function tokenFor(scope: string, resource: string, of = app): Promise<string> {
  const answer = await authorize(platform, of, { scope, resource });
  return String((await postToken(platform, codeGrant(of, answer.get('code')))).body.access_token);
}

const initialize = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  },
};

function post(token: string | undefined, body: object = initialize, headers = {}) {
  return fetch(`${platform.baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

const tool = (name: string, args: object = {}) => ({
  ...{ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: args } },
});

const revisions: Revision[] = ['2026-07-28', '2025-11-25', 'older SDK'];

describe.each(revisions)('an assistant with %s', (revision) => {
  it('signs in by discovery, searches, plans, asks for more, and installs', async () => {
    await setPolicy('write');
    const name = await newApp();
    const assistant = new TestAssistant(platform, app);
    const client = await assistant.connect(revision);
    const [asked] = assistant.authorizations;
    expect(asked?.searchParams.get('resource')).toBe(`${platform.baseUrl}/mcp`);
    expect(asked?.searchParams.get('scope')?.split(' ')).toContain(READ);
    expect(decodeJwt(assistant.accessToken)).toMatchObject({ aud: `${platform.baseUrl}/mcp` });

    const { tools } = await client.listTools();
    expect(tools.map((one) => one.name)).toEqual([
      ...['search_apps', 'explain_app', 'list_attributes', 'validate_definition'],
      ...['diagnose_request', 'plan_change'],
      ...['install_app', 'upgrade_app', 'uninstall_app', 'set_attribute'],
    ]);
    for (const { title, outputSchema } of tools) {
      expect([title, outputSchema]).toEqual([expect.any(String), expect.any(Object)]);
    }
    const found = await callTool(client, 'search_apps', { query: `loyalty ${lastNumber}` });
    expect(found.structuredContent?.apps[0]).toMatchObject({ name, installedVersion: null });
    const id = await plan(client, { action: 'install', app: name });

    // The second sign-in asks for what the challenge names.
    const refused = callTool(client, 'install_app', { app: name, plan: id });
    await expect(refused).rejects.toThrow();
    expect(assistant.authorizations).toHaveLength(2);
    const scope = assistant.authorizations[1]?.searchParams.get('scope') ?? '';
    expect(scope.split(' ')).toContain(CHANGE);
    await assistant.finishSignIn(revision);
    const more = await assistant.connect(revision);
    const installed = await callTool(more, 'install_app', { app: name, plan: id });
    expect(installed.structuredContent).toMatchObject({
      ...{ app: name, version: '1.0.0', outcome: 'installed' },
    });

    const audit = await apiCaller(platform.baseUrl, app.apiKey)('GET', '/v1/audit');
    const rows = audit.body.data.map((one: { attributes: object }) => one.attributes);
    const actor = { type: 'account', clientId: app.clientId };
    expect(rows.slice(0, 2)).toMatchObject([
      { action: 'assistant.called', subject: 'install_app', actor, after: { app: name, plan: id } },
      { action: 'installation.created', subject: `${name}-1.0.0`, actor },
    ]);
  });
});

/** A client with the given scopes. */
async function connected(scope = `${READ} ${CHANGE}`): Promise<Client> {
  const assistant = new TestAssistant(platform, app);
  assistant.saveTokens({
    access_token: await tokenFor(scope, `${platform.baseUrl}/mcp`),
    token_type: 'bearer',
  });
  return assistant.connect('2026-07-28');
}

describe('a change', () => {
  let client: Client;
  beforeAll(async () => {
    await setPolicy('write');
    client = await connected();
  });

  it('is refused with the differences where its plan is outdated, and done with a new one', async () => {
    const name = await newApp();
    const id = await plan(client, { action: 'install', app: name });
    await newApp({ identifier: `as${lastNumber}` });
    const outdated = await callTool(client, 'install_app', { app: name, plan: id });
    expect(outdated.isError).toBe(true);
    expect(outdated.content[0]?.text).toContain('Next: Call plan_change again');
    const [{ code, meta }] = JSON.parse(outdated.content[1]?.text ?? '').errors;
    expect([code, meta.difference[0].part]).toEqual(['plan_outdated', 'attributes']);
    const next = await plan(client, { action: 'install', app: name });
    const done = await callTool(client, 'install_app', { app: name, plan: next });
    expect(done.structuredContent).toMatchObject({ outcome: 'installed' });
  });

  it('upgrades, renames an attribute, and uninstalls, each by a plan of its own', async () => {
    const name = await newApp();
    await api('/v1/apps/installed', { app: name });
    await api('/v1/apps/available', { app: name, version: '1.1.0' });
    const upgrade = await plan(client, { action: 'upgrade', app: name });
    const wrong = await callTool(client, 'uninstall_app', { app: name, plan: upgrade });
    expect(wrong.content[0]?.text).toContain('The plan is for the action upgrade');
    const upgraded = await callTool(client, 'upgrade_app', { app: name, plan: upgrade });
    expect(upgraded.structuredContent).toMatchObject({ version: '1.1.0', outcome: 'changed' });

    await api('/v1/apps/available', {
      ...{ app: name, version: '1.2.0' },
      klasses: [{ name: 'customer', metadata: { standard: true, properties: { levelStr: {} } } }],
    });
    const again = await plan(client, { action: 'upgrade', app: name });
    await callTool(client, 'upgrade_app', { app: name, plan: again });
    const listed = await callTool(client, 'list_attributes', { app: name });
    const { attributes } = listed.structuredContent ?? {};
    const level = attributes.find((one: { name: string }) => one.name.endsWith('LevelStr'));
    const attribute = { klass: 'customer', name: level.name, displayName: 'Level' };
    const rename = { action: 'set_attribute', app: name, attribute };
    const [first, second] = [await plan(client, rename), await plan(client, rename)];
    const renamed = await callTool(client, 'set_attribute', { app: name, plan: first });
    expect(renamed.structuredContent).toMatchObject({ displayName: 'Level', active: true });
    const late = await callTool(client, 'set_attribute', { app: name, plan: second });
    expect(late.content[0]?.text).toContain('this changed: displayName');

    const end = await plan(client, { action: 'uninstall', app: name });
    const ended = await callTool(client, 'uninstall_app', { app: name, plan: end });
    expect(ended.structuredContent).toEqual({ app: name, uninstalled: true });
    const { data } = (await (
      await fetch(`${platform.baseUrl}/v1/apps/installed`, {
        headers: { authorization: `Bearer ${app.apiKey}` },
      })
    ).json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(expect.not.arrayContaining([`${name}-1.2.0`]));
  });

  it("is never of the assistant's own app, nor by a plan of somebody else", async () => {
    for (const action of ['uninstall', 'upgrade']) {
      const planned = await callTool(client, 'plan_change', { action, app: app.name });
      expect(planned.content[0]?.text).toContain('is the app of this assistant');
    }
    const { data } = await api('/v1/apps/plan', { app: app.name, to: null });
    const own = await callTool(client, 'uninstall_app', { app: app.name, plan: data.id });
    expect(own.content[0]?.text).toContain('is the app of this assistant');
    const name = await newApp();
    const ofKey = (await api('/v1/apps/plan', { app: name })).data.id;
    const foreign = await callTool(client, 'install_app', { app: name, plan: ofKey });
    expect(foreign.content[0]?.text).toContain('There is no such plan of this assistant');
  });

  it('uninstalls no version that is not installed', async () => {
    const name = await newApp();
    await api('/v1/apps/installed', { app: name });
    const args = { action: 'uninstall', app: `${name}-9.9.9` };
    const planned = await callTool(client, 'plan_change', args);
    expect([planned.isError, planned.content[0]?.text]).toEqual([
      true,
      expect.stringContaining(`Next: Name ${name} alone`),
    ]);
  });

  it('is of nothing where a plan names no change of the attribute', async () => {
    const attribute = { klass: 'customer', name: '@x' };
    const args = { action: 'set_attribute', app: 'x', attribute };
    const planned = await callTool(client, 'plan_change', args);
    expect(planned.content[0]?.text).toContain('displayName or active');
  });

  it('leaves the plans of administrators, however many an assistant makes', async () => {
    const name = await newApp();
    const ofKey = (await api('/v1/apps/plan', { app: name })).data.id;
    for (let made = 0; made < 100; made++) await plan(client, { action: 'install', app: name });
    const { data } = await api('/v1/apps/installed', { app: name, plan: ofKey });
    expect(data.id).toBe(`${name}-1.0.0`);
  });

  it('by a plan of an assistant is for that assistant alone', async () => {
    const name = await newApp();
    await api('/v1/apps/installed', { app: name });
    const { structuredContent } = await callTool(client, 'list_attributes', { app: name });
    const named = structuredContent?.attributes[0].name;
    const attribute = { klass: 'customer', name: named, active: false };
    const ofAttribute = await plan(client, { action: 'set_attribute', app: name, attribute });
    const ofInstallation = await plan(client, { action: 'uninstall', app: name });
    const caller = apiCaller(platform.baseUrl, app.apiKey);
    for (const id of [ofAttribute, ofInstallation]) {
      const answers = [
        await caller('POST', '/v1/apps/installed', { app: `${name}-1.0.0`, plan: id }),
        await caller('DELETE', `/v1/apps/installed/${name}?plan=${id}`),
      ];
      expect(answers.map(({ status, body }) => [status, body.errors[0].detail])).toEqual([
        [409, expect.stringContaining('There is no such plan')],
        [409, expect.stringContaining('There is no such plan')],
      ]);
    }
  });
});

it('checks definitions and requests, and says what to do next', async () => {
  const client = await connected();
  const checked = await callTool(client, 'validate_definition', {
    definition: { app: 'wrong name', version: '1' },
  });
  expect(checked.structuredContent).toMatchObject({ valid: false });
  expect(checked.structuredContent?.errors[0]).toMatchObject({ pointer: expect.any(String) });
  const url = `${platform.oauthUrl}/oauth/authorize?client_id=${app.clientId}`;
  const diagnosed = await callTool(client, 'diagnose_request', { url });
  expect(diagnosed.structuredContent).toMatchObject({ app: app.name, healthy: false });
  const unknown = await callTool(client, 'explain_app', { app: 'nothing' });
  expect(unknown.isError).toBe(true);
  expect(unknown.content[0]?.text).toContain('Next: search_apps finds apps');
});

it('has resources and prompts', async () => {
  const client = await connected(READ);
  const { resources } = await client.listResources();
  const uris = resources.map(({ uri }) => uri);
  const schema = `${platform.baseUrl}/v1/apps/definition-schema.json`;
  const page = `${platform.baseUrl}/docs/lint/app-name`;
  expect(uris).toEqual(
    expect.arrayContaining([schema, page, `${platform.baseUrl}/docs/components/klasses`]),
  );
  const explained = await callTool(client, 'explain_app', { app: app.name });
  const { documentation } = explained.structuredContent ?? {};
  for (const [uri, text] of [
    [schema, '"$schema"'],
    [page, '# '],
    [documentation, '# Order <Tracker>'],
  ]) {
    const { contents } = await client.readResource({ uri });
    expect((contents[0] as { text: string }).text).toContain(text);
  }
  await expect(client.readResource({ uri: 'app:///nothing' })).rejects.toThrow();
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ title }) => title)).toEqual([
    'Review this definition',
    'What would change',
  ]);
  const asked = await client.getPrompt({ name: 'what_would_change', arguments: { app: 'points' } });
  expect(JSON.stringify(asked.messages)).toContain('points');
});

describe('the policy of an organization', () => {
  it('read: changes are tool errors, which no sign-in mends', async () => {
    await setPolicy('read');
    const client = await connected();
    expect((await callTool(client, 'search_apps')).structuredContent?.apps).toBeDefined();
    const args = { app: 'anything', plan: '00000000-0000-4000-8000-000000000000' };
    const refused = await callTool(client, 'install_app', args);
    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toContain('lets assistants read only');
    // A missing scope comes first.
    const mcp = `${platform.baseUrl}/mcp`;
    const answer = await post(await tokenFor(READ, mcp), tool('install_app', args));
    expect(answer.status).toBe(403);
    const metadata = `${platform.baseUrl}/.well-known/oauth-protected-resource/mcp`;
    const challenge = answer.headers.get('www-authenticate') ?? '';
    expect(challenge).toMatch(/^Bearer error="insufficient_scope"/);
    expect(challenge).toContain(`scope="${CHANGE}"`);
    expect(challenge).toContain(`resource_metadata="${metadata}"`);
  });

  it('off: every call is a tool error', async () => {
    await setPolicy('read');
    const client = await connected();
    await setPolicy('off');
    for (const name of ['search_apps', 'list_attributes']) {
      const refused = await callTool(client, name);
      expect(refused.content[0]?.text).toContain('does not allow assistants');
    }
    await expect(client.readResource({ uri: `app:///${app.name}` })).rejects.toThrow(
      'An administrator can change it',
    );
    await setPolicy('read');
    expect((await callTool(client, 'search_apps')).isError).toBeUndefined();
  });
});

describe('a request', () => {
  it('401: without a token for the MCP server', async () => {
    const metadata = `${platform.baseUrl}/.well-known/oauth-protected-resource/mcp`;
    const named = `Bearer resource_metadata="${metadata}", scope="${READ}"`;
    const challenge = async (token?: string) => {
      const { status, headers } = await post(token);
      return [status, headers.get('www-authenticate')];
    };
    expect(await challenge()).toEqual([401, named]);
    const ofApi = await tokenFor(READ, platform.baseUrl);
    const invalid = [401, `${named}, error="invalid_token"`];
    expect([await challenge(ofApi), await challenge(app.apiKey)]).toEqual([invalid, invalid]);
  });

  it('400: of several messages at once, which would evade the rate limit', async () => {
    const token = await tokenFor(READ, `${platform.baseUrl}/mcp`);
    expect((await post(token, [initialize, tool('search_apps')])).status).toBe(400);
  });

  it('403: of a page of another site; 405: of another method', async () => {
    const token = await tokenFor(READ, `${platform.baseUrl}/mcp`);
    const from = async (origin: string) => (await post(token, initialize, { origin })).status;
    expect(await from('https://evil.example.com')).toBe(403);
    expect(await from('null')).toBe(403);
    expect(await from(platform.baseUrl)).toBe(200);
    // Paths that the router accepts too.
    for (const path of ['/mcp/', '/MCP']) {
      const headers = { authorization: `Bearer ${token}`, origin: 'https://evil.example.com' };
      const other = await fetch(platform.baseUrl + path, { method: 'POST', headers });
      expect([path, other.status]).toEqual([path, 403]);
    }
    const read = await fetch(`${platform.baseUrl}/mcp`);
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
  });

  it('401: at most two seconds after the app of the assistant was uninstalled', async () => {
    const other = await newExternalApp(platform);
    await other.install();
    const token = await tokenFor(READ, `${platform.baseUrl}/mcp`, other);
    expect((await post(token)).status).toBe(200);
    await other.uninstall();
    const end = performance.now() + CUT_OFF_MILLISECONDS;
    let { status } = await post(token);
    while (status === 200 && performance.now() < end) ({ status } = await post(token));
    expect(status).toBe(401);
  });
});
