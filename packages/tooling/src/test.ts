import { testDatabaseServer } from '@app-platform/testing/databases/config';
import { testRedisUrl } from '@app-platform/testing/redis/config';
import { run } from 'jest';
import { DATABASE_AND_STORE_MODULES, jestConfigs } from './jest-config.ts';

/** Runs Jest for one of the test commands; further arguments go to Jest as they are. */
async function test(command: keyof typeof jestConfigs, args: string[]): Promise<void> {
  const onServers = command === 'test:servers';
  if (onServers && !(testDatabaseServer() && testRedisUrl())) {
    console.error('Set TEST_DATABASE_URL and TEST_REDIS_URL to the servers to test on.');
    process.exitCode = 1;
    return;
  }
  const selection = onServers ? ['--findRelatedTests', ...DATABASE_AND_STORE_MODULES] : [];
  await run([...selection, ...args, '--config', JSON.stringify(jestConfigs[command])]);
}

const [command, ...args] = process.argv.slice(2);
await test(command as keyof typeof jestConfigs, args);
