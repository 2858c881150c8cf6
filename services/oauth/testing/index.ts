export { testRedisUrl } from '@app-platform/service-kit/testing';
export type { EphemeralStore } from '../src/storage/ephemeral-store.ts';
export { MemoryStore } from '../src/storage/memory-store.ts';
export { RedisStore } from '../src/storage/redis-store.ts';
