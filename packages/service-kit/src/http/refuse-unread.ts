import type { NextFunction, Request, Response } from 'express';

/** How much more of a refused body is read, and for how long, so that its sender sees the answer. */
const MAX_DISCARDED_BYTES = 33_554_432;
const MAX_DISCARDING_MILLISECONDS = 5_000;

/**
 * Refuses a request whose body has not been read to its end. Closing the connection on unread
 * bytes would reset it, and the answer might be lost with it: so the rest is read and dropped,
 * within bounds.
 */
export function refuseUnread(
  request: Request,
  response: Response,
  error: unknown,
  next: NextFunction,
): void {
  if (response.shouldKeepAlive) {
    // A client that looks for an answer while it sends can stop right away.
    discardRest(request, (isComplete) => {
      if (!isComplete) request.socket.destroy();
    });
    next(error);
  } else {
    // Node closes such a connection as soon as the answer is out.
    discardRest(request, () => next(error));
  }
}

function discardRest(request: Request, onEnd: (isComplete: boolean) => void): void {
  // The socket's end, since a request whose answer is out no longer hears of it.
  const { socket } = request;
  let length = 0;
  const count = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > MAX_DISCARDED_BYTES) finish();
  };
  const finish = (): void => {
    clearTimeout(timer);
    request.off('data', count).off('end', finish);
    socket.off('close', finish);
    onEnd(request.complete);
  };
  const timer = setTimeout(finish, MAX_DISCARDING_MILLISECONDS);
  request.on('data', count).on('end', finish);
  socket.on('close', finish);
}
