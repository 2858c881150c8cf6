import { expect, it } from '@jest/globals';
import { readOperatorConfig } from './config.ts';

it('where nothing runs, the operator is told in which folder that was looked for, and what to set', async () => {
  const told = readOperatorConfig({ DATA_DIR: '/nowhere/at/all' });
  await expect(told).rejects.toThrow('No platform is running on /nowhere/at/all.');
  await expect(told).rejects.toThrow(/DATA_DIR .* REGISTRY_INTERNAL_URL/);
});
