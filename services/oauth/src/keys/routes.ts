import {
  RotateSigningKeysRequest,
  SigningKeyList,
  SigningKeyRecord,
} from '@app-platform/contracts';
import {
  defineInternalRoute,
  type InternalCaller,
  internalRoles,
  markRoutine,
  type Route,
} from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import { type RequestHandler, Router } from 'express';
import type { AuditStores } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { KeyRing } from './key-ring.ts';
import { PUBLISHED_KEYS_MAX_AGE_SECONDS, rotateKeys } from './rotate-keys.ts';
import type { KeyStores, SigningKey } from './signing-key-store.ts';

/**
 * The published keys (RFC 7517). Replaces oidc-provider's own route, which sets no cache header.
 * @param isPolled whether successful requests are logged below the default level: each registry replica
 *   reads the keys every ten seconds
 */
export function publishedKeys(keyRing: KeyRing, isPolled = false): RequestHandler {
  const router = Router();
  router
    .route('/oauth/jwks')
    .get((_request, response) => {
      if (isPolled) markRoutine(response);
      response
        .set('Cache-Control', `public, max-age=${PUBLISHED_KEYS_MAX_AGE_SECONDS}`)
        .set('Access-Control-Allow-Origin', '*')
        .type('application/jwk-set+json')
        .send(JSON.stringify({ keys: keyRing.published }));
    })
    // oidc-provider answers the preflight request.
    .options((_request, _response, next) => next());
  return router;
}

export type KeyRouteDependencies = {
  keyRing: KeyRing;
  database: Database<KeyStores & AuditStores>;
  clock: Clock;
};

const access = { all: [internalRoles.operator] };
const path = '/internal/signing-keys';

/** The operator's routes for signing keys. */
export function keyRoutes(dependencies: KeyRouteDependencies): Route<InternalCaller>[] {
  return [list(dependencies), rotate(dependencies)];
}

function list({ keyRing, clock }: KeyRouteDependencies) {
  return defineInternalRoute({
    method: 'get',
    path,
    operationId: 'listSigningKeys',
    summary: 'The signing keys, the latest first',
    access,
    responses: { 200: { description: 'The keys.', schema: SigningKeyList } },
    handle: async () => {
      await keyRing.refresh();
      const keys = keyRing.keys.map((key) => record(key, keyRing.signing, clock()));
      return { status: 200, body: { keys } };
    },
  });
}

function rotate({ keyRing, database, clock }: KeyRouteDependencies) {
  return defineInternalRoute({
    method: 'post',
    path,
    operationId: 'rotateSigningKeys',
    summary: 'Create the next signing key',
    access,
    body: RotateSigningKeysRequest,
    responses: { 201: { description: 'Created.', schema: SigningKeyRecord } },
    handle: async ({ body, context }) => {
      const isImmediate = body.immediate ?? false;
      const options = { database, clock, context, isImmediate };
      const key = await rotateKeys(options);
      await keyRing.refresh();
      return { status: 201, body: record(key, keyRing.signing, clock()) };
    },
  });
}

function record({ kid, activeFrom }: SigningKey, signing: SigningKey, now: Date): SigningKeyRecord {
  const waits = activeFrom > now ? 'next' : 'retired';
  const state = kid === signing.kid ? 'signing' : waits;
  return { id: kid, state, activeFrom: activeFrom.toISOString() };
}
