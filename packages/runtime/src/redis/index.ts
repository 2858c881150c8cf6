export { RedisConnection } from './redis-connection.ts';
export { RedisOutage } from './redis-outage.ts';
export {
  type RedisTarget,
  type RedisVariables,
  redisFaults,
  redisProperties,
  redisTargetOf,
} from './redis-target.ts';
