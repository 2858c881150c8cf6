import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Mailer } from '@app-platform/oauth/mailer';
import { createLogger } from '@app-platform/runtime';
import { SMTPServer } from 'smtp-server';

/** An SMTP server that keeps what it is sent. */
export class MailServer {
  readonly #server: SMTPServer;
  readonly #mails = new Map<string, string>();
  readonly #arrivals = new EventEmitter();

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, done) => {
        text(stream).then((mail) => {
          for (const { address } of envelope.rcptTo) this.#mails.set(address, readable(mail));
          done();
          this.#arrivals.emit('mail');
        }, done);
      },
    });
  }

  static async start(): Promise<MailServer> {
    const started = new MailServer();
    started.#server.listen(0, '127.0.0.1');
    await once(started.#server.server, 'listening');
    return started;
  }

  /** A mailer that sends to it. */
  mailer(logger = createLogger('mail', 'error')): Mailer {
    const { port } = this.#server.server.address() as AddressInfo;
    return new Mailer({ url: `smtp://127.0.0.1:${port}`, from: 'platform@example.com', logger });
  }

  /** The last mail to an address. Waits for one. */
  async mailTo(address: string): Promise<string> {
    for (;;) {
      const mail = this.#mails.get(address);
      if (mail !== undefined) return mail;
      await once(this.#arrivals, 'mail');
    }
  }

  hasMailTo(address: string): boolean {
    return this.#mails.has(address);
  }

  forgetMails(): void {
    this.#mails.clear();
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** Undoes quoted-printable (RFC 2045 section 6.7) of UTF-8. */
function readable(mail: string): string {
  const bytes = mail
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString();
}
