import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Mailer } from '@app-platform/oauth/mailer';
import { createLogger } from '@app-platform/runtime';
import { SMTPServer } from 'smtp-server';

/** An SMTP server that keeps what it is sent. */
export class MailServer {
  readonly #server: SMTPServer;
  readonly #mails = new Map<string, string>();

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, done) => {
        text(stream).then((mail) => {
          for (const { address } of envelope.rcptTo) this.#mails.set(address, readable(mail));
          done();
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
  mailer(): Mailer {
    const { port } = this.#server.server.address() as AddressInfo;
    const logger = createLogger('mail', 'error');
    return new Mailer({ url: `smtp://127.0.0.1:${port}`, from: 'platform@example.com', logger });
  }

  /** The last mail to an address. */
  async mailTo(address: string): Promise<string> {
    const mail = this.#mails.get(address);
    if (mail === undefined) throw new Error(`no mail to ${address}`);
    return mail;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** Undoes quoted-printable (RFC 2045 section 6.7) of ASCII text. */
function readable(mail: string): string {
  return mail
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
}
