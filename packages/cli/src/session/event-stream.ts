import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { CommandFailure, exitCodes } from '../failure.ts';

/** The platform sends a comment every ten seconds. */
const QUIET_MILLISECONDS = 35_000;

/** `fetch`, which ends a request whose answer does not begin: behind a proxy its connection may be dead. */
export const fetchStream: typeof fetch = async (input, init) => {
  const abort = new AbortController();
  const timer = abortWhenQuiet(abort);
  const { signal } = init ?? {};
  try {
    return await fetch(input, {
      ...init,
      signal: signal ? AbortSignal.any([signal, abort.signal]) : abort.signal,
    });
  } finally {
    clearTimeout(timer);
  }
};

/**
 * The events of a response, until it ends.
 * @param abort of the request, which ends where nothing comes any more
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array> | null,
  abort: AbortController,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => void arrived.push(event) });
  const decoder = new TextDecoder();
  const timer = abortWhenQuiet(abort);
  try {
    for await (const chunk of body ?? []) {
      timer.refresh();
      parser.feed(decoder.decode(chunk, { stream: true }));
      yield* arrived.splice(0);
    }
  } finally {
    clearTimeout(timer);
  }
}

function abortWhenQuiet(abort: AbortController): NodeJS.Timeout {
  const reason = new DOMException('it sends nothing any more', 'TimeoutError');
  return setTimeout(() => abort.abort(reason), QUIET_MILLISECONDS);
}

/** @throws CommandFailure where something other than the platform answered */
export function checkIsStream({ url, status, headers }: Response): void {
  const type = headers.get('content-type') ?? 'no content type';
  if (/^text\/event-stream\b/.test(type)) return;
  const detail = `${url} answered ${status} with ${type}, not with server-sent events. Is BASE_URL right?`;
  throw new CommandFailure(exitCodes.unreachable, [{ code: 'unexpected_answer', detail }]);
}
