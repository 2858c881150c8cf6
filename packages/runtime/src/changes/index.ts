export { ChangeCache, type Dependent, type KindOfEntry } from './change-cache.ts';
export { ChangeFeed } from './change-feed.ts';
export type { ChangeSource } from './change-source.ts';
export { DatabaseChanges } from './database-changes.ts';
export { Subscribers } from './subscribers.ts';
