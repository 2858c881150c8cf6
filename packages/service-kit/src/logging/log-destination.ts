import { type DestinationStream, pino } from 'pino';

/** What is kept of lines that cannot be written, until they can be. */
const MOST_HELD_BYTES = 1_048_576;

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
  return destination;
}
