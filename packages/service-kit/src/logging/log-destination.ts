import { type DestinationStream, pino } from 'pino';

/** What is kept of lines that cannot be written, until they can be. */
const MOST_HELD_BYTES = 1_048_576;
/** How long lines are gathered, and how many. */
const LONGEST_GATHERING_MILLISECONDS = 20;
const MOST_GATHERED_CHARACTERS = 8_192;

/**
 * A file descriptor that log lines are written to as they come. Where it cannot be written to, for
 * its disk is full, the service goes on, and lines that are too many to be held are dropped. Not
 * pino's usual destination: that ends the process then, or rather tries for ever to write what is
 * left, from within the handler of its exit.
 */
export function logDestination(fileDescriptor: number): DestinationStream {
  const destination = pino.destination({
    dest: fileDescriptor,
    sync: true,
    maxLength: MOST_HELD_BYTES,
  });
  // There is nowhere to tell it.
  destination.on('error', () => undefined);
  return new GatheringDestination(destination);
}

/** A destination that may write a line a moment later, together with others. */
export class GatheringDestination implements DestinationStream {
  readonly #destination: DestinationStream;
  #gathered = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(destination: DestinationStream) {
    this.#destination = destination;
  }

  /** At once, after whatever was gathered. */
  write(line: string): void {
    this.#gathered += line;
    this.#flush();
  }

  /** In a moment; or when the process exits. One that is killed loses what it gathered. */
  gather(line: string): void {
    this.#gathered += line;
    if (this.#gathered.length >= MOST_GATHERED_CHARACTERS) this.#flush();
    else if (!this.#timer) {
      this.#timer = setTimeout(this.#flush, LONGEST_GATHERING_MILLISECONDS).unref();
      process.once('exit', this.#flush);
    }
  }

  readonly #flush = (): void => {
    if (this.#timer) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      process.off('exit', this.#flush);
    }
    this.#destination.write(this.#gathered);
    this.#gathered = '';
  };
}
