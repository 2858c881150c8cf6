import { validateDefinition } from '@app-platform/app-definition';
import type { ClientRecord } from '@app-platform/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import Provider from 'oidc-provider';
import { clientMetadata } from './client-metadata.ts';

const { Client } = new Provider('https://id.example.net') as unknown as {
  Client: new (metadata: object) => unknown;
};

const host = fc.constantFrom(
  'localhost',
  '127.0.0.1',
  '[::1]',
  'apps.example.net',
  '127.1',
  'LOCALHOST',
);
const uri = fc
  .tuple(
    fc.constantFrom('https', 'http', 'HTTPS', 'com.example.app', 'javascript', 'a.b'),
    fc.constantFrom('://', ':/', ':'),
    host,
    fc.constantFrom('', ':8080', ':443'),
    fc.constantFrom('', '/', '/cb', '/cb?x=1'),
  )
  .map((parts) => parts.join(''));
const redirectUris = fc.uniqueArray(uri, { minLength: 1, maxLength: 4 });

const record = (uris: string[], hasSecret: boolean) =>
  ({ clientId: 'a', hasSecret, redirectUris: uris }) as ClientRecord;

describe('oidc-provider takes a client', () => {
  it('property: with all redirect URIs that a registration accepts', () => {
    fc.assert(
      fc.property(redirectUris, fc.boolean(), (uris, hasSecret) => {
        fc.pre(validateDefinition({ app: 'a', version: '1.0.0', redirectUris: uris }).ok);
        const metadata = clientMetadata(record(uris, hasSecret));
        expect(metadata.redirect_uris).toEqual(uris);
        expect(() => new Client(metadata)).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });

  it('property: whatever redirect URIs were registered before', () => {
    const anything = fc.array(fc.oneof(uri, fc.string(), fc.webUrl({ withFragments: true })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(anything, fc.boolean(), (uris, hasSecret) => {
        const metadata = clientMetadata(record(uris, hasSecret));
        expect(() => new Client(metadata)).not.toThrow();
        expect(uris).toEqual(expect.arrayContaining([...(metadata.redirect_uris ?? [])]));
      }),
      { numRuns: 300 },
    );
  });

  it('whose redirect URIs were registered when they could be mixed', () => {
    const uris = ['http://localhost/cb', 'https://localhost/cb'];
    expect(validateDefinition({ app: 'a', version: '1.0.0', redirectUris: uris })).toMatchObject({
      ok: false,
      errors: [{ source: { pointer: '/redirectUris/1' } }],
    });
    expect(clientMetadata(record(uris, true)).redirect_uris).toEqual(['http://localhost/cb']);
  });
});
