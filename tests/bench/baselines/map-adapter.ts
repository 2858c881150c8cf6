import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Of each kind. The adapter in oidc-provider's package keeps all, and slows down as it grows. */
const MAX_RECORDS = 50_000;

/** oidc-provider's adapter on a plain map that keeps the latest records. */
export function mapAdapter(): (kind: string) => Adapter {
  return () => {
    const records = new Map<string, AdapterPayload>();
    return {
      upsert: async (id, payload) => {
        const [oldest] = records.keys();
        if (oldest !== undefined && records.size >= MAX_RECORDS) records.delete(oldest);
        records.set(id, payload);
      },
      find: async (id) => records.get(id),
      consume: async (id) => {
        const record = records.get(id);
        if (record) record.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => void records.delete(id),
      revokeByGrantId: async (grantId) => {
        for (const [id, record] of records) if (record.grantId === grantId) records.delete(id);
      },
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
    };
  };
}
