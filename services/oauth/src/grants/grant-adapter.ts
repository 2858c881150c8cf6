import { DurableAdapter } from '../storage/durable-adapter.ts';
import { grantDigest } from './grant-digest.ts';
import type { RevocationStore } from './revocation-store.ts';

/** Grants: whoever ends one, for whatever reason, ends its access tokens too. */
export class GrantAdapter extends DurableAdapter {
  readonly #revocations: RevocationStore;

  constructor(
    revocations: RevocationStore,
    ...rest: ConstructorParameters<typeof DurableAdapter> extends [unknown, ...infer Rest]
      ? Rest
      : never
  ) {
    super('Grant', ...rest);
    this.#revocations = revocations;
  }

  override async destroy(id: string): Promise<void> {
    await this.#revocations.add('grant', grantDigest(id));
    await super.destroy(id);
  }
}
