import { privateName } from '@app-platform/app-definition';
import { type ProblemSource, problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { Principal } from '../../authentication/principal.ts';
import type { AppVersion } from '../app-store.ts';
import type { Draft, DraftStores } from './draft-store.ts';

/** The name of an app, and where the request has it. */
type DraftReference = { text: string; source: ProblemSource };

/**
 * The organization's draft of an app.
 * @param now when it must not have expired
 * @throws AppError `not_found`
 */
export async function findDraft(
  { drafts }: Pick<DraftStores, 'drafts'>,
  { organizationId }: Principal,
  { text, source }: DraftReference,
  now: Date,
): Promise<Draft> {
  const names = [...new Set([privateName(text, organizationId), text])];
  const [found] = await drafts.find(organizationId, names);
  if (found && found.expiresAt > now) return found;
  const why = found
    ? `The draft of '${text}' expired at ${found.expiresAt.toISOString()}.`
    : `Your organization has no draft of '${text}'.`;
  const detail = `${why} Send one: PUT /v1/apps/drafts/${text}.`;
  throw new AppError(problem('not_found', detail, source));
}

/**
 * The draft, locked until the end of the transaction.
 * @throws AppError `not_found`
 */
export async function lockDraft(
  stores: Pick<DraftStores, 'drafts' | 'apps'>,
  principal: Principal,
  reference: DraftReference,
  now: Date,
): Promise<Draft> {
  const { name } = await findDraft(stores, principal, reference, now);
  await stores.apps.lock([name]);
  return findDraft(stores, principal, reference, now);
}

/** The version that the draft of an app, named at `/app`, would be installed as. @throws AppError `not_found` */
export async function draftOf(
  {
    stores,
    principal,
    at,
  }: { stores: Pick<DraftStores, 'drafts' | 'apps'>; principal: Principal; at: Date },
  text: string,
): Promise<AppVersion> {
  const draft = await lockDraft(stores, principal, { text, source: { pointer: '/app' } }, at);
  const version = await stores.apps.findVersionById(draft.appId, draft.versionId);
  if (!version) throw new Error('a draft has no version');
  return version;
}
