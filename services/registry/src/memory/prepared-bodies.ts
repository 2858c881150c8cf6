import { type PreparedBody, prepareJson } from '@app-platform/service-kit';
import type { Changes } from './changes.ts';
import { ShortMemory } from './short-memory.ts';

/** There are two of these, for listings of attributes and for versions of apps. */
const MOST_BYTES = 16_777_216;
/** What an entry takes beside its bytes and its key, roughly. */
const ENTRY_BYTES = 512;

/** What is answered, and the organization that alone can change it. */
type Answered = { organizationId: string; answer: unknown };
type Held = { organizationId: string; size: number; body: PreparedBody };

/** Answers that are held ready, while nothing of the organization that they depend on changes. */
export class PreparedBodies {
  readonly #memory: ShortMemory<Held>;

  constructor(changes: Changes) {
    this.#memory = new ShortMemory({
      changes,
      subjectOf: ({ organizationId }) => organizationId,
      capacity: MOST_BYTES,
      sizeOf: ({ size }) => size,
    });
  }

  /** @param key names the asking organization too, where it decides what is answered */
  read(key: string, answer: () => Promise<Answered>): PreparedBody | Promise<PreparedBody> {
    return this.#memory.find(key)?.body ?? this.#prepare(key, answer);
  }

  async #prepare(key: string, answer: () => Promise<Answered>): Promise<PreparedBody> {
    const { body } = await this.#memory.share(key, async () => {
      const { organizationId, answer: value } = await answer();
      const body = prepareJson(value);
      return { organizationId, size: body.bytes.length + 2 * key.length + ENTRY_BYTES, body };
    });
    return body;
  }
}
