import { type JsonText, type PreparedBody, prepareJson } from '@app-platform/http-api';
import { TtlCache } from './ttl-cache.ts';

const CAPACITY_BYTES = 33_554_432;
/** The approximate size of an entry without its body. */
const ENTRY_BYTES = 1_024;

/** Bodies of responses. */
export class ResponseCache {
  readonly #bodies = new TtlCache<PreparedBody>({
    capacity: CAPACITY_BYTES,
    sizeOf: ({ bytes }) => bytes.length + ENTRY_BYTES,
  });

  /**
   * @param key names the operation, and the organization if the response depends on it
   * @param make makes the body of a response that is not cached
   */
  read<T>(
    key: string,
    make: () => Promise<JsonText<T>>,
  ): PreparedBody<T> | Promise<PreparedBody<T>> {
    const prepare = async () => prepareJson(await make());
    return (this.#bodies.get(key) ?? this.#bodies.read(key, prepare)) as
      | PreparedBody<T>
      // `make` always resolves to a body.
      | Promise<PreparedBody<T>>;
  }

  clear(): void {
    this.#bodies.clear();
  }
}
