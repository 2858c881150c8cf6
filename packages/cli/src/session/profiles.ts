import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from '../error-code.ts';
import { refused } from '../failure.ts';

/** A platform and how a developer is signed in there. */
export type Profile = {
  baseUrl: string;
  oauthUrl: string;
  tokens?: { accessToken: string; refreshToken: string; expiresAt: string };
};

type Profiles = Record<string, Profile>;

export async function readProfile(file: string, name: string): Promise<Profile | undefined> {
  const profiles = await readProfiles(file);
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

/** Replaces a profile, or removes it. The file is for its owner only, for it holds tokens. */
export async function writeProfile(
  file: string,
  name: string,
  profile: Profile | undefined,
): Promise<void> {
  const { [name]: _replaced, ...others } = await readProfiles(file);
  const profiles = profile ? { ...others, [name]: profile } : others;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // A reader never sees half of a file.
  const written = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(written, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600 });
  await rename(written, file);
}

async function readProfiles(file: string): Promise<Profiles> {
  try {
    return JSON.parse(await readFile(file, 'utf8')).profiles ?? {};
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return {};
    throw refused('unreadable_profiles', `${file} cannot be read: ${error}. Mend or delete it.`);
  }
}
