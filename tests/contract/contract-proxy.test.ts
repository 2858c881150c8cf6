import { freePort } from '@app-platform/testing/processes/free-ports';
import { expect, it } from '@jest/globals';
import { startContractProxy } from './contract-proxy.ts';
import { currentContracts } from './released-contracts.ts';

it('closes the connection of its caller where the service behind it has stopped', async () => {
  const stopped = `http://127.0.0.1:${await freePort()}`;
  const proxy = await startContractProxy(currentContracts.registry, stopped);
  try {
    await expect(fetch(`${proxy.url}/internal/anything`)).rejects.toThrow('fetch failed');
  } finally {
    proxy.close();
  }
});
