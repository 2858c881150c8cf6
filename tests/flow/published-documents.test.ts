import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Platform, startPlatform } from '../platform/platform.ts';

const SCHEMA = '/v1/apps/definition-schema.json';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/** Reads a document as a page of another site does. */
async function readElsewhere(address: string) {
  const response = await fetch(address, { headers: { Origin: 'https://editor.example.com' } });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
    200,
    '*',
  ]);
  return (await response.json()) as Record<string, unknown>;
}

describe('the documents of a running platform', () => {
  it.each(['baseUrl', 'oauthUrl'] as const)('name the address that serves them: %s', async (of) => {
    const document = await readElsewhere(`${platform[of]}/openapi.json`);
    expect(document.servers).toEqual([{ url: platform[of] }]);
  });

  it('name the address of the schema', async () => {
    const address = platform.baseUrl + SCHEMA;
    const schema = await readElsewhere(address);
    expect(schema.$id).toBe(address);
    expect(schema).toHaveProperty('properties.$schema.examples', [address]);
  });
});
