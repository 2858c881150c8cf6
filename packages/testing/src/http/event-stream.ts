import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';

type Options = {
  credential: string;
  /** Resumes after the event of this id. */
  lastEventId?: string | undefined;
  /** In place of a bearer credential, or beside it. */
  headers?: Record<string, string>;
};

/** An open stream of server-sent events. */
export class OpenedStream {
  /** What has come. */
  readonly events: EventSourceMessage[] = [];
  readonly #reader: ReadableStreamDefaultReader<EventSourceMessage>;
  readonly #abort: AbortController;

  private constructor(body: ReadableStream<Uint8Array<ArrayBuffer>>, abort: AbortController) {
    this.#reader = body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    this.#abort = abort;
  }

  /** @throws Error with the answer where it is no stream */
  static async open(
    url: string,
    { credential, lastEventId, headers }: Options,
  ): Promise<OpenedStream> {
    const abort = new AbortController();
    const response = await fetch(url, {
      headers: {
        authorization: `Bearer ${credential}`,
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
        ...headers,
      },
      signal: abort.signal,
    });
    const isStream = response.headers.get('content-type') === 'text/event-stream; charset=utf-8';
    if (isStream && response.body) return new OpenedStream(response.body, abort);
    throw new Error(`${url} answered ${response.status} ${await response.text()}`);
  }

  /** The first event, of those that have come and will come, whose data meets a condition. */
  async find<Data>(isIt: (data: Data, name: string | undefined) => boolean) {
    for (let at = 0; ; at += 1) {
      const event = this.events[at] ?? (await this.#next());
      if (!event) throw new Error(`The stream ended without it: ${JSON.stringify(this.events)}`);
      const data = JSON.parse(event.data) as Data;
      if (isIt(data, event.event)) return { id: event.id, name: event.event, data };
    }
  }

  /** Reads until the server ends it. @returns the data of all events */
  async untilEnd<Data>(): Promise<Data[]> {
    while (await this.#next());
    return this.events.map(({ data }) => JSON.parse(data));
  }

  close(): void {
    this.#abort.abort();
  }

  async #next(): Promise<EventSourceMessage | undefined> {
    const { value, done } = await this.#reader.read();
    if (done) return undefined;
    this.events.push(value);
    return value;
  }
}
