import { registryRules, warningOf } from '@app-platform/app-definition';
import { type Problem, type ProblemSource, problem, type Warning } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { text, time } from '@app-platform/http-api/schemas';
import { Type } from '@sinclair/typebox';
import type { Blocking, Withdrawal } from './app-store.ts';

const Blocked = Type.Object(
  { reason: text('Why it is blocked.'), since: time('Since when.') },
  { description: 'While the operator blocks the app.' },
);
const Deprecated = Type.Object(
  {
    message: text('Why.'),
    successor: Type.Optional(text('The app or version that takes its place.')),
    since: time('Since when.'),
  },
  { description: 'While its developer advises against the version.' },
);
const Yanked = Type.Object(
  { reason: text('Why.'), since: time('Since when.') },
  { description: 'While nobody may install the version anew.' },
);

/** The fields of a record that say why a version should not, or cannot, be installed. */
export const status = {
  blocked: Type.Optional(Blocked),
  deprecated: Type.Optional(Deprecated),
  yanked: Type.Optional(Yanked),
};

/** Of an app that is being registered. */
export const notBlocked: Blocking = { blockedAt: null, blockedReason: null };

/** The field `blocked` of a record; no field for an app that is not blocked. */
export function blockedOf({ blockedAt, blockedReason }: Blocking) {
  return blockedAt && { blocked: { reason: blockedReason ?? '', since: blockedAt.toISOString() } };
}

/** @throws AppError `app_blocked` with the operator's reason */
export function refuseBlocked(
  app: Blocking & { name: string },
  source: ProblemSource = { pointer: '/app' },
): void {
  if (!app.blockedAt) return;
  const reason = app.blockedReason ?? '';
  const detail = `The operator of this platform has blocked '${app.name}': ${reason}`;
  const meta = { app: app.name, reason };
  throw new AppError(problem('app_blocked', detail, source, meta));
}

/** The state of a version that is being registered. */
export const notWithdrawn: Withdrawal = {
  deprecatedAt: null,
  deprecationMessage: null,
  successor: null,
  yankedAt: null,
  yankReason: null,
};

/** The fields `deprecated` and `yanked` of a record; none for a version without either. */
export function withdrawnOf(version: Withdrawal) {
  const { deprecatedAt, deprecationMessage, successor, yankedAt, yankReason } = version;
  return {
    ...(deprecatedAt && {
      deprecated: {
        message: deprecationMessage ?? '',
        ...(successor && { successor }),
        since: deprecatedAt.toISOString(),
      },
    }),
    ...(yankedAt && { yanked: { reason: yankReason ?? '', since: yankedAt.toISOString() } }),
  };
}

type Named = Withdrawal & { name: string; version: string };

/** Why a version that its developer withdrew cannot be installed anew; none for any other one. */
export function yankedProblem({ name, version, yankedAt, yankReason }: Named): Problem[] {
  if (!yankedAt) return [];
  const detail = `${name} ${version} was yanked by its developer (“${yankReason}”). Install another version; see GET /v1/apps/available/${name}/versions.`;
  return [problem('version_yanked', detail, { pointer: '/app' }, { version, reason: yankReason })];
}

/** The warning about a version that its developer advises against. */
export function deprecationWarning(version: Named): Warning[] {
  if (!version.deprecatedAt) return [];
  const { name, deprecationMessage, successor } = version;
  const instead = successor ? ` Use ${successor} instead.` : '';
  const detail = `The developer of ${name} advises against ${version.version} (“${deprecationMessage}”).${instead}`;
  return [warningOf(registryRules.deprecatedVersion, detail, '/app', false)];
}
