export { MemoryStore } from '../src/storage/memory-store.ts';
export { RedisStore } from '../src/storage/redis-store.ts';
export { testRedisUrl } from './config.ts';
