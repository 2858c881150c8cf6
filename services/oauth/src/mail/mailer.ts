import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@app-platform/runtime';
import { createTransport, type Transporter } from 'nodemailer';

export type Mail = { to: string; subject: string; text: string };

export type MailerOptions = {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  url: string;
  /** The sender's address. */
  from: string;
  logger: Logger;
  /** How long a mail may take as a whole. */
  timeoutMilliseconds?: number;
};

const TIMEOUT_MILLISECONDS = 5_000;

/** Sends mail through an SMTP server. */
export class Mailer {
  readonly #transport: Transporter;
  readonly #from: string;
  readonly #logger: Logger;
  readonly #timeoutMilliseconds: number;

  constructor({ url, from, logger, timeoutMilliseconds = TIMEOUT_MILLISECONDS }: MailerOptions) {
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

  close(): void {
    this.#transport.close();
  }
}
