import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Of each kind. The adapter that oidc-provider ships keeps all, and slows as a chain grows. */
const MOST_RECORDS = 10_000;

/** As little as an adapter can do: a map that keeps recent records. */
export function leanMapAdapter(): (kind: string) => Adapter {
  return () => {
    const records = new Map<string, AdapterPayload>();
    return {
      upsert: async (id, payload) => {
        records.delete(id);
        const [oldest] = records.keys();
        if (oldest !== undefined && records.size >= MOST_RECORDS) records.delete(oldest);
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
