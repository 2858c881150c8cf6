import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@app-platform/runtime';
import { createTransport, type Transporter } from 'nodemailer';
import { MailQueue, type MailQueueOptions } from './mail-queue.ts';

export type Mail = { to: string; subject: string; text: string };

export type MailerOptions = {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  url: string;
  /** The sender's address. */
  from: string;
  logger: Logger;
  /** How long a mail may take as a whole. */
  timeoutMilliseconds?: number;
  queue?: MailQueueOptions;
};

const TIMEOUT_MILLISECONDS = 5_000;

/** Sends mail through an SMTP server. */
export class Mailer {
  readonly #transport: Transporter;
  readonly #from: string;
  readonly #logger: Logger;
  readonly #timeoutMilliseconds: number;
  readonly #queue: MailQueue;

  constructor(options: MailerOptions) {
    const { url, from, logger, timeoutMilliseconds = TIMEOUT_MILLISECONDS, queue } = options;
    this.#transport = createTransport({
      url,
      connectionTimeout: TIMEOUT_MILLISECONDS,
      greetingTimeout: TIMEOUT_MILLISECONDS,
      socketTimeout: TIMEOUT_MILLISECONDS,
      // The text comes from here alone. It reads no file and no address.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    this.#from = from;
    this.#logger = logger;
    this.#timeoutMilliseconds = timeoutMilliseconds;
    this.#queue = new MailQueue(logger, queue);
  }

  /** Sends a mail in the background, for which the request does not wait. */
  enqueue(mail: Mail): void {
    this.#queue.add(() => this.send(mail));
  }

  /** Likewise mails that take time to compose: the time of the answer does not tell whether there are any. */
  enqueueComposed(compose: () => Promise<Mail[]>): void {
    this.#queue.add(async () => {
      for (const mail of await compose()) this.enqueue(mail);
      return true;
    });
  }

  /** @returns whether the server has taken it in time */
  async send({ to, subject, text }: Mail): Promise<boolean> {
    const sent = new AbortController();
    try {
      // As an object, so that an address is never read as a list of addresses.
      const recipient = { name: '', address: to };
      const mail = { from: this.#from, to: recipient, subject, text };
      await Promise.race([this.#transport.sendMail(mail), this.#deadline(sent.signal)]);
      return true;
    } catch (error) {
      this.#logger.error({ err: error }, 'mail not sent');
      return false;
    } finally {
      sent.abort();
    }
  }

  /** nodemailer limits each step and each silence, which together may outlast a transaction. */
  async #deadline(signal: AbortSignal): Promise<never> {
    await wait(this.#timeoutMilliseconds, undefined, { signal });
    throw new Error('the mail server did not take the mail in time');
  }

  /** Finishes the mails in transit. */
  async close(): Promise<void> {
    await this.#queue.stop();
    this.#transport.close();
  }
}
