import { type JsonText, type PreparedBody, prepareJson } from '@app-platform/http-api';
import type { ChangeCache, KindOfEntry } from '@app-platform/runtime/changes';

/** A buffer and its entity tag, without the bytes in the buffer. */
const BODY_BYTES = 400;

/** The body of a response, and the keys of what it was made of. */
export type DependentBody<T> = { json: JsonText<T>; dependsOn: readonly string[] };

/** Bodies of responses, as they are sent, until something changes of which they were made. */
export class ResponseCache {
  readonly #bodies: KindOfEntry<PreparedBody>;

  constructor(cache: ChangeCache) {
    this.#bodies = cache.of('response');
  }

  /**
   * @param key names the operation, and the organization if the response depends on it
   * @param make makes a body that is not kept
   */
  read<T>(
    key: string,
    make: () => Promise<DependentBody<T>>,
  ): PreparedBody<T> | Promise<PreparedBody<T>> {
    const prepare = async () => {
      const { json, dependsOn } = await make();
      const value = prepareJson(json);
      return { value, dependsOn, bytes: value.bytes.length + BODY_BYTES };
    };
    return (this.#bodies.get(key) ?? this.#bodies.read(key, prepare)) as
      | PreparedBody<T>
      // `make` always resolves to a body.
      | Promise<PreparedBody<T>>;
  }
}
