export { ChangeCache, type Dependent, type KindOfEntry } from './change-cache.ts';
export { ChangeFeed, type ChangeSource } from './change-feed.ts';
export { DatabaseChanges } from './database-changes.ts';
export { Subscribers } from './subscribers.ts';
