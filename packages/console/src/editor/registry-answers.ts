import type { Finding } from '@app-platform/app-definition';
import { PlatformError, unwrap } from '@app-platform/client/source';
import { queryOptions } from '@tanstack/react-query';
import { registry } from '../api/clients.ts';
import { parseDefinition } from './definition-text.ts';
import type { RegistryFinding } from './findings.ts';
import { lint } from './linting.ts';

type Accepted<Result> = { accepted: true; result: Result };
/** Places are in the text; `suggested` is the version that the changes ask for. */
type Refused = { accepted: false; findings: RegistryFinding[]; suggested?: string };
export type RegistryAnswer<Result> = Accepted<Result> | Refused;

export type RegisteredApp = { name: string; version: string; visibility: 'private' | 'public' };
export type KeptDraft = { name: string; expiresAt: string };

/** What the registry says to a definition, without registering it. */
export async function check(text: string): Promise<RegistryAnswer<RegistryFinding[]>> {
  const answer = await unwrap(registry.POST('/v1/apps/validate', { body: bodyOf(text) }));
  // The other form of the answer is SARIF, for an `Accept` header that is not sent.
  if (!('data' in answer)) throw new TypeError('The registry answered in SARIF.');
  const { valid, errors, warnings, version } = answer.data;
  const all = [...errors, ...warnings] as Finding[];
  const findings = await lint({ operation: 'add', text, findings: all });
  if (valid) return { accepted: true, result: findings };
  const { suggested } = version;
  return { accepted: false, findings, ...(suggested && { suggested }) };
}

/** Checks first, so that a refusal is an answer like any other. */
export async function register(text: string): Promise<RegistryAnswer<RegisteredApp>> {
  const checked = await check(text);
  if (!checked.accepted) return checked;
  return explained(text, async () => {
    const options = { body: bodyOf(text) };
    const { data } = await unwrap(registry.POST('/v1/apps/available', options));
    const { name, version, visibility } = data.attributes;
    return { name, version, visibility };
  });
}

/** @param name the `app` of the definition */
export function saveDraft(text: string, name: string): Promise<RegistryAnswer<KeptDraft>> {
  return explained(text, async () => {
    const options = { params: { path: { app: name } }, body: bodyOf(text) };
    const { data } = await unwrap(registry.PUT('/v1/apps/drafts/{app}', options));
    return data.attributes;
  });
}

/** The definition of a draft. */
export async function readDraft(name: string): Promise<object> {
  const params = { path: { app: name } };
  const { data } = await unwrap(registry.GET('/v1/apps/drafts/{app}', { params }));
  return data.attributes.definition;
}

export function draftQuery(name: string) {
  return queryOptions({ queryKey: ['apps', 'drafts', name], queryFn: () => readDraft(name) });
}

/** @throws what is no refusal of the definition */
async function explained<Result>(
  text: string,
  work: () => Promise<Result>,
): Promise<RegistryAnswer<Result>> {
  try {
    return { accepted: true, result: await work() };
  } catch (error) {
    if (!isAboutDefinition(error)) throw error;
    const findings = await lint({ operation: 'explain', text, problems: error.errors });
    return { accepted: false, findings };
  }
}

function isAboutDefinition(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError)) return false;
  return error.errors.some(({ source }) => source?.pointer !== undefined || source?.parameter);
}

/** The registry checks what the type promises. */
function bodyOf(text: string): never {
  return parseDefinition(text).value as never;
}
