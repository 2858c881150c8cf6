import type { Request, Response } from 'express';
import { markAnswered } from '../server/request-log.ts';

/** The media type of server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export const EVENT_STREAM = 'text/event-stream' as const;

/** How long a client waits before it connects again. */
const RETRY_MILLISECONDS = 2_000;
/** A client that reads more slowly than events happen is cut off, and resumes from the last one that it has. */
const MOST_UNREAD_BYTES = 4_194_304;

export type ServerSentEvent = {
  /** What a client sends as `Last-Event-ID` to resume after this event. */
  id: string;
  event: string;
  /** JSON text. */
  data: string;
};

/** An answer that lasts: events are sent as they happen. */
export class EventStream {
  readonly #response: Response;

  constructor(response: Response) {
    this.#response = response;
  }

  get isOpen(): boolean {
    return !(this.#response.writableEnded || this.#response.destroyed);
  }

  /** Called once: when the stream has ended, at whichever side. */
  onEnd(listener: () => void): void {
    if (this.isOpen) this.#response.once('close', listener);
    else listener();
  }

  /** Sends them together, however long they are; ends the stream where too much of earlier ones is unread. */
  send(events: readonly ServerSentEvent[]): void {
    const texts = events.map(
      ({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`,
    );
    if (texts.length > 0) this.#write(texts.join(''));
  }

  /** A comment, so that neither side nor a proxy takes a quiet connection for a lost one. */
  heartbeat(): void {
    this.#write(': quiet\n\n');
  }

  end(): void {
    this.#response.end();
  }

  #write(text: string): void {
    if (!this.isOpen) return;
    if (this.#response.writableLength > MOST_UNREAD_BYTES) this.#response.destroy();
    else this.#response.write(text);
  }
}

/** @param serve is called also where only the header was requested: the stream has ended then */
export function sendEvents(
  request: Request,
  response: Response,
  serve: (stream: EventStream) => void,
): void {
  response.status(200).set({
    'Content-Type': EVENT_STREAM,
    // nginx would hold events back.
    'X-Accel-Buffering': 'no',
  });
  markAnswered(response);
  const stream = new EventStream(response);
  if (request.method === 'HEAD') {
    response.end();
  } else {
    response.write(`retry: ${RETRY_MILLISECONDS}\n\n`);
  }
  serve(stream);
}
