import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readProfile, writeProfile } from './profiles.ts';
import { addressesOf, credentialFor } from './registry.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-profiles-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const addresses = {
  baseUrl: 'https://registry.example.com',
  oauthUrl: 'https://oauth.example.com',
};
const tokens = {
  accessToken: 'access',
  refreshToken: 'refresh',
  expiresAt: '2999-01-01T00:00:00.000Z',
};

describe('the profiles file', () => {
  it('is for its owner only, in a folder for its owner only, also after a change', async () => {
    const file = join(folder, 'own/app-platform/profiles.json');
    for (const name of ['default', 'staging']) {
      await writeProfile(file, name, { ...addresses, tokens });
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
    expect((await stat(join(folder, 'own/app-platform'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(folder, 'own/app-platform'))).toEqual(['profiles.json']);
  });

  it('keeps the other profiles', async () => {
    const file = join(folder, 'several.json');
    await writeProfile(file, 'one', addresses);
    await writeProfile(file, 'two', { ...addresses, tokens });
    await writeProfile(file, 'one', undefined);
    expect(await readProfile(file, 'one')).toBeUndefined();
    expect(await readProfile(file, 'two')).toEqual({ ...addresses, tokens });
    expect(await readProfile(file, 'constructor')).toBeUndefined();
  });

  it('is not replaced if it cannot be read', async () => {
    const file = join(folder, 'broken.json');
    await writeFile(file, '{');
    await expect(writeProfile(file, 'one', addresses)).rejects.toThrow('Mend or delete it');
  });

  it.each([
    [
      'a profile twice',
      '{ "profiles": {\n"one": {}, "one": {} } }',
      'broken.json:2:12: This object',
    ],
    [
      'another encoding',
      Buffer.from('{"profiles":{"é":{}}}', 'latin1'),
      'broken.json:1:15: Expected',
    ],
    ['no object', 'null', 'holds no profiles'],
    ['a profile that is none', '{ "profiles": { "one": 1 } }', 'holds no profiles'],
  ])('is refused with the place: %s', async (_, content, message) => {
    const file = join(folder, 'broken.json');
    await writeFile(file, content);
    await expect(readProfile(file, 'one')).rejects.toThrow(message);
    await expect(readProfile(file, 'one')).rejects.toThrow('Mend or delete it');
  });

  it('may begin with a byte order mark', async () => {
    const file = join(folder, 'marked.json');
    await writeFile(file, `\uFEFF${JSON.stringify({ profiles: { one: addresses } })}`);
    expect(await readProfile(file, 'one')).toEqual(addresses);
  });

  it('has no profile that it could not be read with', async () => {
    const file = join(folder, 'reserved.json');
    await expect(writeProfile(file, '__proto__', addresses)).rejects.toThrow('Choose another');
  });
});

describe('a sign-in', () => {
  const config = (file: string, changes: object = {}) => ({
    profilesFile: join(folder, file),
    baseUrl: undefined,
    oauthUrl: undefined,
    apiKey: undefined,
    ...changes,
  });

  it('has the addresses of its profile, and the environment before them', async () => {
    await writeProfile(join(folder, 'a.json'), 'default', { ...addresses, tokens });
    expect(await addressesOf(config('a.json'), 'default')).toEqual(addresses);
    const baseUrl = 'https://other.example.com';
    expect((await addressesOf(config('a.json', { baseUrl }), 'default')).baseUrl).toBe(baseUrl);
    expect(await addressesOf(config('none.json'), 'default')).toEqual({
      baseUrl: 'http://localhost:4000',
      oauthUrl: 'http://localhost:4001',
    });
  });

  it('is an API key before a profile', async () => {
    const withKey = config('a.json', { apiKey: 'a-key' });
    expect(await credentialFor(withKey, 'default', addresses)).toBe('a-key');
  });

  it('is never sent to another platform', async () => {
    await writeProfile(join(folder, 'b.json'), 'default', { ...addresses, tokens });
    const own = await credentialFor(config('b.json'), 'default', addresses);
    expect(typeof own === 'object' && (await own.token())).toBe('access');
    for (const other of [{ baseUrl: 'https://evil.example' }, { oauthUrl: 'https://evil.example' }])
      await expect(
        credentialFor(config('b.json'), 'default', { ...addresses, ...other }),
      ).rejects.toThrow('is signed in at https://registry.example.com');
  });
});
