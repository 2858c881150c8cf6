import type { Problem } from '@app-platform/contracts';
import type { DatabaseUrls } from './config.ts';

const TIMEOUT_MILLISECONDS = 15_000;

/** Calls one service's internal API as the operator. */
export class InternalClient {
  readonly #baseUrl: string;
  readonly #token: string;

  constructor(baseUrl: string, token: string) {
    this.#baseUrl = baseUrl;
    this.#token = token;
  }

  /**
   * @returns undefined for a response without a body
   * @throws RefusedCall with the problems of the response
   */
  async call<T>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<T> {
    const response = await fetch(new URL(path, this.#baseUrl), {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    }).catch((cause: unknown) => {
      throw new Error(`Nothing answers at ${this.#baseUrl}. Is it running? Try: npm start`, {
        cause,
      });
    });
    if (response.status === 204) return undefined as T;
    if (response.ok) return (await response.json()) as T;
    throw new RefusedCall(response.status, await refusal(response));
  }
}

/** A call that the service answered with an error status. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

async function refusal(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { errors } = JSON.parse(text) as { errors: Problem[] };
    return errors.map(({ title, detail }) => `${title}: ${detail}`).join('\n');
  } catch {
    return `The service answered ${response.status} and not as expected: ${text.slice(0, 200)}`;
  }
}

export type ProgramDependencies = {
  /** Created when a command needs it, so that `--help` needs no configuration. */
  registry(): Promise<InternalClient>;
  oauth(): Promise<InternalClient>;
  /** Prints the result to standard output. */
  print(text: string): void;
  /** Prints a line of progress to standard error. */
  reportProgress(text: string): void;
};

/** The dependencies of the commands that copy the databases. */
export type MoveDependencies = Pick<ProgramDependencies, 'print' | 'reportProgress'> & {
  databasesToExport(): Promise<DatabaseUrls>;
  databasesToImport(): Promise<DatabaseUrls>;
};
