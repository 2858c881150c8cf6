import type { NextFunction, Request, Response } from 'express';

/** Bounds of the rest of a rejected body that is read and dropped. */
const MAX_DISCARDED_BYTES = 33_554_432;
const MAX_DISCARDING_MILLISECONDS = 5_000;

/**
 * Rejects a request whose body has not been read completely. Closing the connection on unread bytes
 * would reset it and could lose the response, so the rest of the body is read and dropped.
 */
export function rejectAndDrain(
  request: Request,
  response: Response,
  error: unknown,
  next: NextFunction,
): void {
  if (response.shouldKeepAlive) {
    // A client that reads the response while it sends can stop early.
    discardRest(request, (isComplete) => {
      if (!isComplete) request.socket.destroy();
    });
    next(error);
  } else {
    // Node.js closes such a connection as soon as the response is sent.
    discardRest(request, () => next(error));
  }
}

function discardRest(request: Request, onEnd: (isComplete: boolean) => void): void {
  // A request emits no `close` of its connection once its response is sent.
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
