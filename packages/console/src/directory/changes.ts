import { isUpgrade } from '@app-platform/app-definition';
import type { App, Installation } from './queries.ts';

/** `upgrade` leads to the current version, `update` to the highest that is compatible. */
export const changes = [
  'install',
  'upgrade',
  'update',
  'uninstall',
  'rollback',
  'ask',
  'roles',
] as const;

/** What a dialog of an app's page does. */
export type Change = (typeof changes)[number];

/** A change that has a plan. */
export type PlannedKind = Exclude<Change, 'ask' | 'roles'>;

/** An app, and its installation where there is one. */
export type AppState = { app: App; installation: Installation | undefined };

/** A compatible version that is not the current one, which an upgrade leads to. */
export function updateOf({ version }: App, { compatibleVersion }: Installation): string | null {
  return compatibleVersion === version ? null : compatibleVersion;
}

/** Whether there is something to change: an address may ask for anything. */
export function isPossible(change: Change, { app, installation }: AppState): boolean {
  if (change === 'install' || change === 'ask') return !installation;
  if (!installation) return false;
  if (change === 'upgrade') return isUpgrade(installation.version, app.version);
  if (change === 'update') return updateOf(app, installation) !== null;
  return change !== 'rollback' || installation.previousVersion !== null;
}
