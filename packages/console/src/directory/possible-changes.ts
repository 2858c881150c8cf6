import { isUpgrade } from '@app-platform/app-definition';
import type { Change } from './changes.ts';
import type { App, Installation } from './queries.ts';

/** An app, and its installation where there is one. */
export type AppState = { app: App; installation: Installation | undefined };

/** Whether there is something to change: an address may ask for anything. */
export function isPossible(change: Change, { app, installation }: AppState): boolean {
  if (change === 'install' || change === 'ask') return !installation;
  if (!installation) return false;
  if (change === 'upgrade') return isUpgrade(installation.version, app.version);
  return change !== 'rollback' || installation.previousVersion !== null;
}
