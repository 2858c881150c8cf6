import type { Dispatcher, Pool } from 'undici';

export type SentRequest = Pick<Dispatcher.DispatchOptions, 'path' | 'body' | 'headers'> & {
  method: 'GET' | 'POST';
};

export type ReceivedAnswer = { status: number; text: string };

/**
 * Sends a request and takes its whole answer. Pool.request would make a stream of the answer and
 * want a signal to end it by, which together cost as much as the request.
 * @param timeoutMilliseconds bounds all of it, an answer that never ends among it
 */
export function sendRequest(
  pool: Pool,
  request: SentRequest,
  timeoutMilliseconds: number,
): Promise<ReceivedAnswer> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let sent: Dispatcher.DispatchController | undefined;
    let status = 0;
    let late: Error | undefined;
    const pieces: Buffer[] = [];
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    timer = setTimeout(() => {
      late = new Error(`no answer within ${timeoutMilliseconds} ms`);
      // Where it still waits for a connection, it is ended when it gets one.
      sent?.abort(late);
      fail(late);
    }, timeoutMilliseconds);
    pool.dispatch(request, {
      onRequestStart: (controller) => {
        sent = controller;
        if (late) controller.abort(late);
      },
      onResponseStart: (_controller, statusCode) => {
        status = statusCode;
      },
      onResponseData: (_controller, piece) => void pieces.push(piece),
      onResponseEnd: () => {
        clearTimeout(timer);
        resolve({ status, text: Buffer.concat(pieces).toString('utf8') });
      },
      onResponseError: (_controller, error) => fail(error),
    });
  });
}
