export { testRedisUrl } from '@app-platform/testing/redis/config';
export type { EphemeralStore } from '../src/storage/ephemeral-store.ts';
export { MemoryStore } from '../src/storage/ephemeral-store.ts';
export { ExpiredRecordStore } from '../src/storage/expired-record-store.ts';
export { ExpiredRecordSweeper } from '../src/storage/expired-record-sweeper.ts';
export { RedisStore } from '../src/storage/redis-store.ts';
export { DEFAULT_GRACE_SECONDS } from '../src/storage/refresh-tokens.ts';
export { OauthTestDatabase } from './oauth-test-database.ts';
