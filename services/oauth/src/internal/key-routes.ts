import type {
  RotateSigningKeysRequest,
  SigningKeyList,
  SigningKeyRecord,
} from '@app-platform/contracts';
import {
  defineRoute,
  type InternalCaller,
  internalRoles,
  type Route,
  schemaContract,
} from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { AuditStore } from '../audit/audit-store.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { rotateKeys } from '../keys/rotate-keys.ts';
import type { SigningKey, SigningKeyStore } from '../keys/signing-key-store.ts';

export type KeyRouteDependencies = {
  keyRing: KeyRing;
  keyStore: SigningKeyStore;
  audit: AuditStore;
  clock: Clock;
};

const access = { all: [internalRoles.operator] };
const path = '/internal/signing-keys';

const rotationContract = schemaContract<RotateSigningKeysRequest>({
  type: 'object',
  properties: {
    immediate: {
      description: 'Withdraws every other key at once, with the tokens that it signed.',
      type: 'boolean',
    },
  },
  additionalProperties: false,
});

/** The operator's routes for signing keys. */
export function keyRoutes(dependencies: KeyRouteDependencies): Route<InternalCaller>[] {
  return [list(dependencies), rotate(dependencies)];
}

function list({ keyRing, clock }: KeyRouteDependencies) {
  return defineRoute<InternalCaller, undefined>({
    method: 'get',
    path,
    operationId: 'listSigningKeys',
    summary: 'The signing keys, the latest first',
    access,
    responses: { 200: { description: 'The keys.' } },
    handle: async () => {
      await keyRing.refresh();
      const body: SigningKeyList = {
        keys: keyRing.keys.map((key) => record(key, keyRing.signing, clock())),
      };
      return { status: 200, body };
    },
  });
}

function rotate({ keyRing, keyStore, audit, clock }: KeyRouteDependencies) {
  return defineRoute<InternalCaller, RotateSigningKeysRequest>({
    method: 'post',
    path,
    operationId: 'rotateSigningKeys',
    summary: 'Create the next signing key',
    access,
    body: rotationContract,
    responses: { 201: { description: 'Created.' } },
    handle: async ({ body, context }) => {
      const isImmediate = body.immediate ?? false;
      const options = { store: keyStore, audit, clock, context, isImmediate };
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
