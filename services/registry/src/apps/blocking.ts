import { type ProblemSource, problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { Blocking } from './app-store.ts';

/** Of an app that is being registered. */
export const notBlocked: Blocking = { blockedAt: null, blockedReason: null };

/** The field `blocked` of a record; no field for an app that is not blocked. */
export function blockedOf({ blockedAt, blockedReason }: Blocking) {
  return blockedAt && { blocked: { reason: blockedReason, since: blockedAt.toISOString() } };
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
