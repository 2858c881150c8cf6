import { type PreparedBody, prepareJson } from '@app-platform/service-kit';
import type { Dependencies } from '../dependencies.ts';
import { ShortMemory } from '../memory/short-memory.ts';
import { attributeRegistry } from './attribute-registry.ts';

const MOST_BYTES = 33_554_432;
/** What an entry takes beside its bytes, roughly. */
const ENTRY_BYTES = 512;

type Listing = { organizationId: string; body: PreparedBody };

/** The attribute registry's answers, held ready while nothing of their organization changes. */
export class PreparedListings {
  readonly #database: Dependencies['database'];
  readonly #memory: ShortMemory<Listing>;

  constructor({ database, changes }: Pick<Dependencies, 'database' | 'changes'>) {
    this.#database = database;
    this.#memory = new ShortMemory({
      changes,
      subjectOf: ({ organizationId }) => organizationId,
      capacity: MOST_BYTES,
      sizeOf: ({ body }) => body.bytes.length + ENTRY_BYTES,
    });
  }

  /** @param klass one standard Klass; left out for all */
  async read(organizationId: string, klass?: string): Promise<PreparedBody> {
    const key = `${organizationId} ${klass ?? ''}`;
    const known = this.#memory.find(key);
    if (known) return known.body;
    return (await this.#memory.share(key, () => this.#prepare(organizationId, klass))).body;
  }

  async #prepare(organizationId: string, klass?: string): Promise<Listing> {
    const records = await attributeRegistry(this.#database.attributes, organizationId, klass);
    return { organizationId, body: prepareJson(records) };
  }
}
