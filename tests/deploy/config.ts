/** The servers that the deployment is tried on. */
export const {
  TEST_DATABASE_URL: serverUrl = 'postgresql://postgres@127.0.0.1:5432/postgres',
  TEST_REDIS_URL: redisUrl = 'redis://127.0.0.1:6379',
} = process.env;
