import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type JsonFault, readJsonBytes } from '@app-platform/json';
import { CommandFailure, exitCodes, hasCode, refused, refusedUsage } from '../failure.ts';

const ADVICE = 'Mend or delete it.';

export type SignInMethod = 'browser' | 'device' | 'code';

/** A platform and how a developer is signed in there. */
export type Profile = {
  baseUrl: string;
  oauthUrl: string;
  /** How, so that it is done in the same way again. */
  method?: SignInMethod;
  /** The roles that it got. */
  roles?: string[];
  tokens?: { accessToken: string; refreshToken: string; expiresAt: string };
};

type Profiles = Record<string, Profile>;

export async function readProfile(file: string, name: string): Promise<Profile | undefined> {
  const profiles = await readProfiles(file);
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

/** Replaces a profile, or removes it. Only its owner can read the file, because it holds tokens. */
export async function writeProfile(
  file: string,
  name: string,
  profile: Profile | undefined,
): Promise<void> {
  // The reader refuses a file with this key.
  if (name === '__proto__')
    throw refusedUsage(`'${name}' is no name of a profile. Choose another.`);
  const { [name]: _replaced, ...others } = await readProfiles(file);
  const profiles = profile ? { ...others, [name]: profile } : others;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // The rename is atomic, so a reader never gets half a file.
  const written = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(written, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600 });
  await rename(written, file);
}

/** @throws CommandFailure if the file is not as `writeProfile` writes it */
async function readProfiles(file: string): Promise<Profiles> {
  const bytes = await readBytes(file);
  if (bytes === undefined) return {};
  const result = readJsonBytes(bytes);
  if (!result.ok) throw unreadable(file, result.faults);
  const { value } = result;
  const profiles = isObject(value) ? (value.profiles ?? {}) : undefined;
  if (isObject(profiles) && Object.values(profiles).every(isObject)) return profiles as Profiles;
  throw refused('unreadable_profiles', `${file} holds no profiles. ${ADVICE}`);
}

async function readBytes(file: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw refused('unreadable_profiles', `${file} cannot be read: ${error}. ${ADVICE}`);
  }
}

function unreadable(file: string, faults: readonly JsonFault[]): CommandFailure {
  const errors = faults.map(({ detail, pointer, line, column }) => ({
    code: 'unreadable_profiles',
    detail: `${file}:${line}:${column}: ${detail} ${ADVICE}`,
    pointer,
    line,
    column,
  }));
  return new CommandFailure(exitCodes.refused, errors);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
