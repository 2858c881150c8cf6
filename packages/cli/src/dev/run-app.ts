import { dirname } from 'node:path';
import { type CommandContext, envelopeOf, type GlobalOptions, printable } from '../run-command.ts';
import { addressesOf } from '../session/addresses.ts';
import { openLogs } from '../session/app-log.ts';
import { AppProcess, freePort, hasStartScript } from './app-process.ts';
import { type Forwarded, forwardEvents, newSecret } from './forward-events.ts';
import { watchSources } from './watch-sources.ts';

export type Draft = { name: string; clientId: string };

type RunningApp = { clientId: string; program: AppProcess; close(): Promise<void> };

/**
 * The program of an app during a session: it is started once with the first draft, and again after each change.
 * @param definition its file; the program is in the same folder
 */
export class AppRun {
  readonly #context: CommandContext;
  readonly #options: GlobalOptions & { eventsPath: string };
  readonly #folder: string;
  #app: RunningApp | undefined;
  #isClosed = false;
  #fail: (reason: unknown) => void = () => undefined;
  /** Rejects where events cannot be forwarded any more. */
  readonly failure: Promise<never> = new Promise((_resolve, reject) => {
    this.#fail = reject;
  });

  constructor(
    context: CommandContext,
    options: GlobalOptions & { eventsPath: string },
    definition: string,
  ) {
    this.#context = context;
    this.#options = options;
    this.#folder = dirname(definition);
  }

  /**
   * Starts the program, or starts it again. Another app has another program.
   * @throws CommandFailure for a package.json that cannot be read
   */
  async renew(draft: Draft): Promise<void> {
    if (!hasStartScript(this.#folder) || this.#isClosed) return;
    if (this.#app?.clientId === draft.clientId) return this.#app.program.restart();
    await this.#app?.close();
    this.#app = undefined;
    await this.#begin(draft);
  }

  /** Ends the program, and what watches and forwards for it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#app?.close();
  }

  async #begin({ name, clientId }: Draft): Promise<void> {
    const { config } = this.#context;
    const { profile, eventsPath } = this.#options;
    const { baseUrl, oauthUrl } = await addressesOf(config, profile);
    const registry = await openLogs(this.#context, this.#options, name);
    const port = await freePort();
    if (this.#isClosed) return;
    const secret = newSecret();
    const address = `http://localhost:${port}`;
    const program = new AppProcess(
      this.#folder,
      {
        ...{ PORT: String(port), BASE_URL: baseUrl, OAUTH_URL: oauthUrl },
        ...{ CLIENT_ID: clientId, WEBHOOK_SECRET: secret },
      },
      (line) => this.#print({ event: 'output', line }, line),
    );
    const notify = (reason: string) => this.#context.notify(printable(reason));
    const restart = (file: string) => {
      this.#print({ event: 'restart', address, file }, `Starting the app again: ${file} changed.`);
      program.restart().catch(this.#fail);
    };
    const stopWatching = watchSources(this.#folder, restart, notify);
    const abort = new AbortController();
    this.#app = {
      clientId,
      program,
      close: async () => {
        abort.abort();
        stopWatching();
        await program.close();
      },
    };
    this.#print({ event: 'start', address }, `Starting the app at ${address}`);
    await program.restart();
    const target = { address: new URL(eventsPath, address).href, secret };
    const listeners = {
      report: (one: Forwarded) =>
        this.#print(one, `Forwarded ${one.type}: ${one.status ?? 'no answer'}`),
      onBreak: (reason: string) => notify(`${reason}\nConnecting again…`),
    };
    forwardEvents(registry, name, target, listeners, abort.signal).catch((error: unknown) => {
      if (!abort.signal.aborted) this.#fail(error);
    });
  }

  #print(data: object, text: string): void {
    this.#context.print(this.#options.json ? envelopeOf({ data }) : printable(text));
  }
}
