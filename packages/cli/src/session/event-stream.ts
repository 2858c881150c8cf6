import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { CommandFailure, exitCodes } from '../failure.ts';

/** The platform sends a comment every ten seconds. */
const QUIET_MILLISECONDS = 35_000;

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
  const quiet = () => abort.abort(new DOMException('it sends nothing any more', 'TimeoutError'));
  const timer = setTimeout(quiet, QUIET_MILLISECONDS);
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

/** @throws CommandFailure where something other than the platform answered */
export function checkIsStream({ url, status, headers }: Response): void {
  const type = headers.get('content-type') ?? 'no content type';
  if (/^text\/event-stream\b/.test(type)) return;
  const detail = `${url} answered ${status} with ${type}, not with server-sent events. Is BASE_URL right?`;
  throw new CommandFailure(exitCodes.unreachable, [{ code: 'unexpected_answer', detail }]);
}
