import { warning } from '@app-platform/app-definition';
import { type Problem, problem, type Warning } from '@app-platform/contracts';
import type { Withdrawal } from '../database/withdrawal-columns.ts';

/** Of a version that is being registered. */
export const notWithdrawn: Withdrawal = {
  deprecatedAt: null,
  deprecationMessage: null,
  successor: null,
  yankedAt: null,
  yankReason: null,
};

/** The fields `deprecated` and `yanked` of a record; none for a version in good standing. */
export function withdrawnOf(version: Withdrawal) {
  const { deprecatedAt, deprecationMessage, successor, yankedAt, yankReason } = version;
  return {
    ...(deprecatedAt && {
      deprecated: {
        message: deprecationMessage,
        ...(successor && { successor }),
        since: deprecatedAt.toISOString(),
      },
    }),
    ...(yankedAt && { yanked: { reason: yankReason, since: yankedAt.toISOString() } }),
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
  return [warning('deprecated_version', detail, '/app', false)];
}
