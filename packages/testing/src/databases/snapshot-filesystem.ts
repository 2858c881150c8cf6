import { MemoryFS } from '@electric-sql/pglite';

const DATA_FOLDER = '/pglite/data';
const BLOCK_BYTES = 512;
const DIRECTORY = '5';
/** Places in the header of an entry, in bytes, of what `PGlite.dumpDataDir` writes. */
const NAME = [0, 100] as const;
const SIZE = [124, 136] as const;
const TYPE = [156, 157] as const;

type Entry = { path: string; isFolder: boolean; content: Uint8Array };

/**
 * The files of a database in memory, from a snapshot. PGlite's own `loadDataDir` reads every byte of
 * the archive in JavaScript several times, which takes longer than most tests.
 */
export class SnapshotFilesystem extends MemoryFS {
  readonly #snapshot: Buffer;

  /** @param snapshot what `PGlite.dumpDataDir('none')` gave; the database writes into this memory */
  constructor(snapshot: Buffer) {
    super();
    this.#snapshot = snapshot;
  }

  override async initialSyncFs(): Promise<void> {
    const files = this.pg?.Module.FS;
    if (!files) throw new Error('PGlite has not initialized this filesystem.');
    files.mkdirTree(DATA_FOLDER);
    for (const { path, isFolder, content } of entriesOf(this.#snapshot)) {
      if (isFolder) files.mkdirTree(DATA_FOLDER + path);
      else files.writeFile(DATA_FOLDER + path, content, { canOwn: true });
    }
  }
}

/** The entries of a tar archive, folders before what they contain. */
function* entriesOf(archive: Buffer): Generator<Entry> {
  let position = 0;
  while (archive[position]) {
    const field = ([start, end]: readonly [number, number]) =>
      archive.toString('latin1', position + start, position + end).replace(/\0.*/s, '');
    const size = Number.parseInt(field(SIZE), 8) || 0;
    const start = position + BLOCK_BYTES;
    yield {
      path: field(NAME),
      isFolder: field(TYPE) === DIRECTORY,
      content: new Uint8Array(archive.buffer, archive.byteOffset + start, size),
    };
    position = start + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  }
}
