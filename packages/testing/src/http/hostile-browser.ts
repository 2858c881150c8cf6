import { type IncomingHttpHeaders, request } from 'node:http';
import { hiddenFieldsOf } from './browser.ts';

/** An answer as it came, redirects among them. */
export type Answer = {
  url: URL;
  status: number;
  headers: IncomingHttpHeaders;
  /** Where it sends the browser, if anywhere. */
  location: string | undefined;
  text: string;
};

export type Sent = { method?: string; headers?: Record<string, string>; body?: string };

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/**
 * A browser whose user can touch everything: cookies can be read and planted, headers written
 * (`Host` among them, which fetch refuses), and no redirect is followed unasked.
 */
export class HostileBrowser {
  readonly cookies = new Map<string, string>();

  async send(address: string | URL, sent: Sent = {}): Promise<Answer> {
    const answer = await exchange(new URL(address), {
      ...sent,
      headers: { ...sent.headers, ...(this.cookies.size > 0 && { cookie: this.#cookieHeader() }) },
    });
    for (const line of answer.headers['set-cookie'] ?? []) this.#keep(line);
    return answer;
  }

  /** Follows redirects for as long as they stay on the host where it began. */
  async open(address: string | URL, sent: Sent = {}): Promise<Answer> {
    const { host } = new URL(address);
    let answer = await this.send(address, sent);
    for (let hops = 0; hops < 20 && answer.location; hops += 1) {
      const next = new URL(answer.location, answer.url);
      if (next.host !== host) return answer;
      answer = await this.send(next);
    }
    return answer;
  }

  /**
   * Sends one of the page's forms with its hidden fields, and follows.
   * @param path where it is sent, where it is not the first one
   */
  submit(page: Answer, fields: Record<string, string>, path?: string): Promise<Answer> {
    const hidden = hiddenFieldsOf(page.text, path);
    const body = new URLSearchParams({ ...hidden, ...fields }).toString();
    const action = path === undefined ? actionOf(page) : new URL(path, page.url);
    return this.open(action, { method: 'POST', headers: FORM, body });
  }

  #cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (/expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** Where a page's form goes. */
export function actionOf(page: Answer): URL {
  const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1];
  if (!action) throw new Error(`there is no form on ${page.url}: ${page.text.slice(0, 500)}`);
  return new URL(action, page.url);
}

export function csrfOf(page: Answer): string {
  return /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
}

/** The text of a page of a sign-in, without the values that each page has anew. */
export function textWithoutTokens(page: Answer): string {
  const uid = page.url.pathname.split('/')[2] ?? '';
  const text = page.text.replaceAll(csrfOf(page), 'CSRF').replaceAll(uid, 'UID');
  return text.replace(/name="attempt" value="[^"]+"/, 'ATTEMPT');
}

function exchange(url: URL, { method = 'GET', headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers: answered } = response;
        resolve({ url, status, headers: answered, location: answered.location, text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
