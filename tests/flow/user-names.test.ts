import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { administrator } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { runOperator } from '../platform/operator.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { startUpstream, type Upstream } from '../platform/upstream.ts';

let platform: Platform;
let app: ExternalApp;
beforeAll(async () => {
  platform = await startPlatform();
  app = await newExternalApp(platform);
});
afterAll(async () => {
  RunningProcess.endAll();
  await platform.close();
});

async function users(path = '', init: RequestInit = {}) {
  const response = await fetch(`${platform.oauthUrl}/v1/users${path}`, {
    ...init,
    headers: { authorization: `Bearer ${app.apiKey}`, 'content-type': 'application/json' },
  });
  return { status: response.status, body: await response.json() };
}

async function nameOf(email: string): Promise<string | null> {
  const { body } = await users(`?query=${encodeURIComponent(email)}`);
  return body.data[0].attributes.name;
}

function patch(id: string, body: object) {
  return users(`/${id}`, { method: 'PATCH', body: JSON.stringify(body) });
}

describe('the name of a user', () => {
  it('comes from the invitation, and administrators change and remove it', async () => {
    const email = 'grace@example.com';
    const roles = ['org.permission'];
    const body = JSON.stringify({ email, name: '  Grace Hopper ', roles });
    const { data } = (await users('', { method: 'POST', body })).body;
    expect(data.attributes.name).toBe('Grace Hopper');
    expect((await users('?query=GRACE%20hop')).body.data).toMatchObject([{ id: data.id }]);
    expect((await users('?query=a%00b')).status).toBe(400);
    expect((await patch(data.id, { name: 'Rear Admiral Hopper' })).body.data.attributes.name).toBe(
      'Rear Admiral Hopper',
    );
    expect((await patch(data.id, { name: null })).body.data.attributes.name).toBeNull();
    expect((await patch(data.id, { roles })).body.data.attributes.name).toBeNull();
    const invisible = ['a\u202eb', 'two\nlines', '\u200b', 'Ada\u3164', '\u200d'];
    for (const name of ['', ...invisible, 'x'.repeat(129), 7]) {
      const refused = await patch(data.id, { name });
      expect([name, refused.status, refused.body.errors[0].code]).toEqual([
        name,
        400,
        'invalid_body',
      ]);
    }
  });

  it('comes from the command line of the operator', async () => {
    const organization = ['--organization', app.organizationId, '--role', 'org.permission'];
    for (const [command, email, ...more] of [
      ['invite', 'ada@example.com'],
      ['create', 'alan@example.com', '--password', PASSWORD],
    ] as const) {
      const name = ['--name', 'A Name', '--email', email];
      const { code } = await runOperator(
        platform,
        'user',
        command,
        ...organization,
        ...name,
        ...more,
      );
      expect([code, await nameOf(email)]).toEqual([0, 'A Name']);
    }
  });

  it('is changed by the user, who sees what is wrong beside the field', async () => {
    const browser = new Browser();
    const { oauthUrl } = platform;
    const page = () => browser.open(`${oauthUrl}/account`, oauthUrl);
    const change = async (name: string) => browser.submit(await page(), { name }, '/account/name');
    const { email } = app;
    await browser.submit(await page(), { email, password: PASSWORD });
    const wrong = await change('Eve\u202e');
    expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining('id="name-fault"')]);
    for (const name of ['Eve <Example>', 'Eve <Example>']) {
      expect((await change(name)).html).toContain('value="Eve &lt;Example&gt;"');
      expect(await nameOf(email)).toBe(name);
    }
    await change('');
    expect(await nameOf(email)).toBeNull();
    const changes = (await platform.auditEvents()).filter(
      ({ action, actorType }) => action === 'account.name_changed' && actorType === 'account',
    );
    expect(changes).toHaveLength(2);
  });
});

describe('the name of a user of an upstream provider', () => {
  let upstream: Upstream;
  let other: Platform;
  beforeAll(async () => {
    upstream = await startUpstream();
    other = await startPlatform({
      upstream: upstream.options,
      open: (service) => openTestDatabase(service, 'owner'),
    });
    upstream.register(other.oauthUrl);
  });
  afterAll(async () => {
    await other.close();
    await upstream.close();
  });

  it("is the provider's, unless there is one already", async () => {
    await newExternalApp(other, { userSubject: 'lin' });
    Object.assign(upstream.user, { subject: 'lin', name: 'Name of lin' });
    const { oauthUrl } = other;
    for (const [before, after] of [
      [null, 'Name of lin'],
      ['Lin', 'Lin'],
    ]) {
      await other.execute(`UPDATE account SET name = ${before ? `'${before}'` : 'NULL'}`, 'oauth');
      const browser = new Browser({ alsoOn: [upstream.options.issuer] });
      await browser.submit(await browser.open(`${oauthUrl}/account`, oauthUrl), {});
      expect((await browser.open(`${oauthUrl}/account`, oauthUrl)).html).toContain(
        `value="${after}"`,
      );
    }
  });

  it('is not stored without its audit row', async () => {
    const { apiKey } = await newExternalApp(other, { userSubject: 'kim' });
    Object.assign(upstream.user, { subject: 'kim', name: 'Name of kim' });
    const refuse = `ADD CONSTRAINT refused CHECK (action <> 'account.name_changed') NOT VALID`;
    await other.execute(`ALTER TABLE audit_event ${refuse}`, 'oauth');
    const browser = new Browser({ alsoOn: [upstream.options.issuer] });
    const signInPage = await browser.open(`${other.oauthUrl}/account`, other.oauthUrl);
    expect((await browser.submit(signInPage, {})).status).toBe(500);
    const { body } = await administrator(other, apiKey)('GET', '/v1/users');
    expect(body.data[0].attributes.name).toBeNull();
  });
});
