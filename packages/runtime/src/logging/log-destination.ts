import { type DestinationStream, pino } from 'pino';

/** How much is kept of lines that cannot be written yet. Further lines are dropped. */
const MAX_PENDING_BYTES = 1_048_576;

/**
 * Writes each line to a file descriptor before the log call returns, so that no exit loses one.
 * The service goes on when the descriptor cannot be written to, for example on a full disk; pino's
 * default destination would throw.
 */
export function logDestination(fileDescriptor: number): DestinationStream {
  const destination = pino.destination({
    dest: fileDescriptor,
    sync: true,
    maxLength: MAX_PENDING_BYTES,
  });
  // There is no other place to report a failed write to.
  destination.on('error', () => undefined);
  return destination;
}
