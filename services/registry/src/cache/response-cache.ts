import { type PreparedBody, prepareJson } from '@app-platform/http-api';
import { TtlCache } from './ttl-cache.ts';

const CAPACITY_BYTES = 33_554_432;
/** Of an entry beside its body, roughly. */
const ENTRY_BYTES = 1_024;

/** Bodies of answers. */
export class ResponseCache {
  readonly #bodies = new TtlCache<PreparedBody>({
    capacity: CAPACITY_BYTES,
    sizeOf: ({ bytes }) => bytes.length + ENTRY_BYTES,
  });

  /**
   * @param key names the operation, and the organization where it decides the answer
   * @param answer returns JSON
   */
  read(key: string, answer: () => Promise<string>): PreparedBody | Promise<PreparedBody> {
    return (
      this.#bodies.get(key) ??
      // The body is always there.
      (this.#bodies.read(key, async () => prepareJson(await answer())) as Promise<PreparedBody>)
    );
  }

  clear(): void {
    this.#bodies.clear();
  }
}
