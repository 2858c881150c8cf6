import type { RecordedExample } from '@app-platform/reference';

export type Operation = {
  operationId: string;
  method: string;
  path: string;
  service: string;
  takesBody: boolean;
};

/** Remembers the first success of each operation among all calls of `fetch`; of a list, the first with entries. */
export class ExampleRecorder {
  readonly examples: Record<string, RecordedExample> = {};
  private readonly operations: readonly (Operation & { pattern: RegExp })[];
  private readonly fetch = globalThis.fetch;

  /** @param origins of the services, by name */
  constructor(operations: readonly Operation[], origins: Readonly<Record<string, string>>) {
    this.operations = operations.map((one) => ({
      ...one,
      pattern: new RegExp(
        `^${origins[one.service]}${one.path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`,
      ),
    }));
  }

  /** Calls of `fetch` are recorded for an operation until it has ended. */
  async record(operationId: string, play: () => Promise<unknown>): Promise<void> {
    globalThis.fetch = async (input, init) => {
      const response = await this.fetch(input, init);
      await this.keep(operationId, String(input), init, response);
      return response;
    };
    try {
      await play();
    } finally {
      globalThis.fetch = this.fetch;
    }
  }

  private async keep(
    operationId: string,
    url: string,
    init: RequestInit | undefined,
    response: Response,
  ): Promise<void> {
    const method = (init?.method ?? 'GET').toLowerCase();
    const operation = this.operations.find((one) => one.operationId === operationId);
    if (response.status >= 400 || !isEmptyList(this.examples[operationId])) return;
    if (operation?.method !== method || !operation.pattern.test(url)) return;
    const { pathname, search } = new URL(url);
    const request = operation.takesBody ? bodyOf(init) : undefined;
    const answer = await answerOf(response.clone());
    this.examples[operationId] = {
      path: `${pathname}${search.length > 1 ? search : ''}`,
      ...(request && { request }),
      status: response.status,
      ...(answer && { response: answer }),
    };
  }
}

/** Also of an operation without an example. */
function isEmptyList(example: RecordedExample | undefined): boolean {
  const { data } = (example?.response?.body ?? {}) as { data?: unknown };
  return !example || (Array.isArray(data) && data.length === 0);
}

type Body = NonNullable<RecordedExample['request']>;

function bodyOf(init: RequestInit | undefined): Body | undefined {
  if (typeof init?.body !== 'string') return undefined;
  const type = new Headers(init.headers).get('content-type') ?? '';
  const mediaType = type.split(';', 1)[0] ?? '';
  const isForm = mediaType === 'application/x-www-form-urlencoded';
  const body = isForm ? Object.fromEntries(new URLSearchParams(init.body)) : JSON.parse(init.body);
  return { mediaType, body };
}

async function answerOf(response: Response): Promise<Body | undefined> {
  const mediaType = (response.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
  if (!mediaType.endsWith('json')) return undefined;
  const text = await response.text();
  return text === '' ? undefined : { mediaType, body: JSON.parse(text) };
}
