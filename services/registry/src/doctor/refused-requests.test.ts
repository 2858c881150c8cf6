import { expect, it } from '@jest/globals';
import { startRegistry } from '../../testing/start-registry.ts';

it('the list of refused requests is a 503 that says what to do while the OAuth service does not answer', async () => {
  // Nothing listens on port 1.
  const address = 'http://127.0.0.1:1';
  const oauth = { issuer: address, internalUrl: address, audience: address };
  const registry = await startRegistry({ oauth });
  try {
    const owner = await registry.newCaller();
    await owner.register({ app: 'orders', version: '1.0.0', title: 'Orders' });
    const { body, headers } = await owner
      .get('/v1/apps/available/orders/refused-requests')
      .expect(503);
    expect(headers['retry-after']).toBe('5');
    expect(body.errors).toEqual([
      expect.objectContaining({
        code: 'temporarily_unavailable',
        detail: expect.stringContaining('Try again in a few seconds'),
      }),
    ]);
  } finally {
    await registry.close();
  }
});
