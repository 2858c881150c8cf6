import type { Logger } from '@app-platform/runtime';
import { createTransport, type Transporter } from 'nodemailer';

export type Mail = { to: string; subject: string; text: string };

export type MailerOptions = {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  url: string;
  /** The sender's address. */
  from: string;
  logger: Logger;
};

const TIMEOUT_MILLISECONDS = 5_000;

/** Sends mail through an SMTP server. */
export class Mailer {
  readonly #transport: Transporter;
  readonly #from: string;
  readonly #logger: Logger;

  constructor({ url, from, logger }: MailerOptions) {
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
  }

  /** @returns whether the server has taken it */
  async send({ to, subject, text }: Mail): Promise<boolean> {
    try {
      // As an object, so that an address is never read as a list of addresses.
      const recipient = { name: '', address: to };
      await this.#transport.sendMail({ from: this.#from, to: recipient, subject, text });
      return true;
    } catch (error) {
      this.#logger.error({ err: error }, 'mail not sent');
      return false;
    }
  }

  close(): void {
    this.#transport.close();
  }
}
