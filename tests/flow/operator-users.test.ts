import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { runOperator } from '../platform/operator.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

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

/** @returns what `--json` prints */
async function operatorJson(...parameters: string[]) {
  const { code, stdout, stderr } = await runOperator(platform, ...parameters, '--json');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

describe('operator user', () => {
  it('invites, lists, shows, changes, disables, enables and deletes a user', async () => {
    const organization = ['--organization', app.organizationId];
    const email = 'invited-by-operator@example.com';
    const role = ['--role', 'org.permission.customer'];
    const invited = await operatorJson(
      'user',
      'invite',
      ...organization,
      '--email',
      email,
      ...role,
    );
    expect(invited.link.url).toContain(`${platform.oauthUrl}/account/password-link?token=`);
    const { users } = await operatorJson('user', 'list', ...organization, '--query', 'INVITED');
    expect(users).toEqual([expect.objectContaining({ id: invited.id, email, status: 'invited' })]);
    // By the address as well as by the id.
    for (const user of [email, invited.id]) {
      expect(await operatorJson('user', 'show', user)).toEqual(users[0]);
    }
    const changed = await operatorJson('user', 'roles', email, '--role', 'org.permission');
    expect(changed.roles).toEqual(['org.permission']);
    const link = await operatorJson('user', 'password', email, '--reset-link');
    expect(link).toEqual({ url: expect.any(String), expiresAt: expect.any(String), mailed: false });
    const set = await operatorJson('user', 'password', email, '--password', 'long enough');
    expect(set.status).toBe('active');
    expect((await operatorJson('user', 'disable', email)).status).toBe('disabled');
    expect((await operatorJson('user', 'enable', email)).status).toBe('active');
    expect((await operatorJson('user', 'end-sessions', email)).status).toBe('active');
    expect((await operatorJson('user', 'delete', email)).id).toBe(invited.id);
    const gone = await runOperator(platform, 'user', 'show', email);
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('operator user list')]);
  });

  it('asks for the organization where users of several have the address', async () => {
    const email = 'of-two@example.com';
    const organizations = [app.organizationId, (await newExternalApp(platform)).organizationId];
    const ids: string[] = [];
    for (const organization of organizations) {
      const user = ['--organization', organization, '--email', email, '--role', 'org.permission'];
      ids.push((await operatorJson('user', 'create', ...user, '--password', 'long enough')).id);
    }
    const unclear = await runOperator(platform, 'user', 'disable', email);
    expect(unclear.code).toBe(1);
    for (const [index, organization] of organizations.entries()) {
      expect(unclear.stderr).toContain(`--organization ${organization}`);
      const disabled = await operatorJson('user', 'disable', email, '--organization', organization);
      expect([disabled.id, disabled.status]).toEqual([ids[index], 'disabled']);
    }
  });

  it('says for people what it did, and what is missing', async () => {
    const { stdout } = await runOperator(platform, 'user', 'show', app.email);
    expect(stdout).toContain(`${app.email}  active  org.admin.apps org.permission`);
    const neither = await runOperator(platform, 'user', 'password', app.email);
    expect([neither.code, neither.stderr]).toEqual([
      1,
      expect.stringContaining('either --password or --reset-link'),
    ]);
  });

  it('records the operator in the audit trail', async () => {
    const { app: other } = await authorizedApp(platform);
    await operatorJson('user', 'disable', other.email);
    const events = await platform.auditEvents();
    expect(events.at(-1)).toMatchObject({ action: 'account.disabled', actorType: 'operator' });
  });
});
