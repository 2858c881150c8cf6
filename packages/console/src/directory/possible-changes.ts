import { isUpgrade } from '@app-platform/app-definition';
import type { Change } from './changes.ts';
import type { App, Installation } from './queries.ts';

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
