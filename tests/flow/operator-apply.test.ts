import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { runOperator } from '../platform/operator.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

let platform: Platform;
let folder: string;
beforeAll(async () => {
  platform = await startPlatform();
  folder = await mkdtemp(join(tmpdir(), 'app-platform-apply-'));
  await writeFile(join(folder, 'password'), 'a long password\n');
});
afterAll(async () => {
  RunningProcess.endAll();
  await platform.close();
  await rm(folder, { recursive: true, force: true });
});

async function apply(organizations: unknown) {
  const file = join(folder, 'platform.yaml');
  await writeFile(
    file,
    typeof organizations === 'string' ? organizations : stringify({ organizations }),
  );
  return runOperator(platform, 'apply', file, '--json');
}

/** @returns what `--json` prints about the organizations of a file */
async function applied(organizations: unknown) {
  const { code, stdout, stderr } = await apply(organizations);
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/^(Applying the organization .+…\n)+$/),
  ]);
  return JSON.parse(stdout).organizations;
}

const acme = {
  name: 'Acme of the file',
  verified: true,
  apiKeys: [{ name: 'ci', roles: ['org.admin.apps', 'org.permission.apps'] }],
  users: [
    { email: 'Admin@acme.example', roles: ['org.admin'], passwordFile: 'password' },
    { email: 'guest@acme.example', roles: [], password: 'another long one' },
    { email: 'invited@acme.example', roles: ['org.permission.customer'], invite: true },
  ],
};

const statusWith = async (key: string) => {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${platform.baseUrl}/v1/me`, { headers })).status;
};

describe('operator apply', () => {
  it('creates what a file names, and shows keys and links', async () => {
    const [organization] = await applied([acme]);
    expect(organization).toEqual({
      name: acme.name,
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      outcome: 'created',
      verified: true,
      apiKeys: [
        { name: 'ci', id: expect.any(String), outcome: 'created', key: expect.any(String) },
      ],
      users: [
        { email: 'Admin@acme.example', id: expect.any(String), outcome: 'created' },
        { email: 'guest@acme.example', id: expect.any(String), outcome: 'created' },
        {
          email: 'invited@acme.example',
          id: expect.any(String),
          outcome: 'created',
          link: expect.objectContaining({ url: expect.stringContaining('password-link') }),
        },
      ],
    });
    expect(await statusWith(organization.apiKeys[0].key)).toBe(200);
  });

  it('changes nothing the second time, says so, and shows no key again', async () => {
    const [organization] = await applied([acme]);
    const { outcome, apiKeys, users } = organization;
    const outcomes = [outcome, ...[...apiKeys, ...users].map((one) => one.outcome)];
    expect(new Set(outcomes)).toEqual(new Set(['unchanged']));
    expect(JSON.stringify(organization)).not.toMatch(/"(key|link|differs)"/);
  });

  it('leaves other roles as they are, and names them', async () => {
    const apiKeys = [{ name: 'ci', roles: ['org.admin.apps'] }];
    const users = [{ email: 'guest@acme.example', roles: ['org.admin'], invite: true }];
    const [organization] = await applied([{ name: acme.name, verified: false, apiKeys, users }]);
    expect(organization).toMatchObject({ outcome: 'changed', verified: false });
    for (const one of [...organization.apiKeys, ...organization.users]) {
      expect(one).toMatchObject({ outcome: 'unchanged', differs: ['roles'] });
    }
  });

  it('creates one organization, key and user, however many apply at once', async () => {
    const entry = {
      ...acme,
      name: 'At once',
      users: [{ ...acme.users[1], email: 'once@a.example' }],
    };
    const both = await Promise.all([applied([entry]), applied([entry])]);
    const found = both.flat();
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
    for (const outcomes of [
      found.map(({ outcome }) => outcome),
      found.map(({ apiKeys }) => apiKeys[0].outcome),
      found.map(({ users }) => users[0].outcome),
    ]) {
      expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    }
    expect(found.filter(({ apiKeys }) => 'key' in apiKeys[0])).toHaveLength(1);
  });

  it('refuses a name that two organizations have, and takes the id', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const made = await runOperator(
        platform,
        'organization',
        'create',
        '--name',
        'Twin',
        '--json',
      );
      ids.push(JSON.parse(made.stdout).id);
    }
    const { code, stdout, stderr } = await apply([{ name: 'Twin' }, { name: 'Lone' }]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Entries that failed: 1.')]);
    const [twin, lone] = JSON.parse(stdout).organizations;
    expect(twin).toMatchObject({ name: 'Twin', outcome: 'failed' });
    for (const part of [...ids, 'Give the id']) expect(twin.error).toContain(part);
    expect(lone.outcome).toBe('created');
    expect(await applied([{ id: ids[0] }])).toMatchObject([{ id: ids[0], outcome: 'unchanged' }]);
  });

  it('reports an entry that fails beside the others', async () => {
    const users = [
      { email: 'upstream@b.example', roles: ['org.permission'], upstreamSubject: 'somebody' },
      { ...acme.users[1] },
    ];
    const { code, stdout } = await apply([{ name: 'Beta', users }]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).organizations[0].users).toEqual([
      {
        email: 'upstream@b.example',
        outcome: 'failed',
        error: expect.stringContaining('No upstream provider is configured.'),
      },
      { email: 'guest@acme.example', id: expect.any(String), outcome: 'created' },
    ]);
  });
});

describe('a file that is not valid', () => {
  const file = `organizations:
  - name: Acme
    verifed: true
    apiKeys:
      - name: ci
        roles: [admin]
    users:
      - email: nobody
        role: [org.admin]
`;

  it('is refused with all problems, their lines and the nearest keys, and changes nothing', async () => {
    const { code, stdout, stderr } = await apply(file);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('nothing was changed');
    for (const part of [
      "platform.yaml:3: organizations[0].verifed: 'verifed' is not known here. Did you mean 'verified'?",
      'platform.yaml:6: organizations[0].apiKeys[0].roles[0]: It must be `org` and lower-case words',
      'platform.yaml:8: organizations[0].users[0].email: It must be an email address.',
      "platform.yaml:9: organizations[0].users[0].role: 'role' is not known here. Did you mean 'roles'?",
      "platform.yaml:8: organizations[0].users[0]: 'roles' is required.",
    ]) {
      expect(stderr).toContain(part);
    }
  });

  it('is refused for names that are given twice and credentials that are not clear', async () => {
    const twice = { email: 'a@a.example', roles: [], password: 'long enough', invite: true };
    const without = { email: 'A@a.example', roles: [] };
    const gone = { email: 'b@a.example', roles: [], passwordFile: 'gone' };
    const { stderr } = await apply([
      { name: 'A', id: 'a'.repeat(24), users: [twice, without, gone] },
      { name: 'A' },
    ]);
    for (const part of [
      "organizations[0]: Give either 'name' or 'id'.",
      "organizations[1].name: 'A' is in the file twice.",
      'organizations[0].users[0]: Give exactly one of password, passwordFile, upstreamSubject, invite.',
      'organizations[0].users[1].email: The address is in the organization twice.',
      'organizations[0].users[2].passwordFile: There is no file',
    ]) {
      expect(stderr).toContain(part);
    }
  });

  it('is refused with the place of a YAML error', async () => {
    const { code, stderr } = await apply('organizations:\n  - name: "secret\n');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/platform\.yaml:[23]: Missing/)]);
    expect(stderr).not.toContain('secret');
  });
});
