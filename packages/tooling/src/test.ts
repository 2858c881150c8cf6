import { run } from 'jest';
import { DATABASE_AND_STORE_MODULES, jestConfigs } from './jest-config.ts';

/** Runs Jest for one of the test commands; further arguments go to Jest as they are. */
async function test(command: keyof typeof jestConfigs, args: string[]): Promise<void> {
  const selection =
    command === 'test:stores' ? ['--findRelatedTests', ...DATABASE_AND_STORE_MODULES] : [];
  await run([...selection, ...args, '--config', JSON.stringify(jestConfigs[command])]);
}

const [command, ...args] = process.argv.slice(2);
await test(command as keyof typeof jestConfigs, args);
