type Cookie = { host: string; path: string; name: string; value: string };

/** Enough of a browser for server-rendered pages: cookies, redirects, forms. */
export class Browser {
  #cookies: Cookie[] = [];
  readonly #alsoOn: string[];
  readonly #send: Send;

  /**
   * @param options other addresses whose pages it opens when it is sent there, and how a request is
   *   sent, which follows no redirect by itself
   */
  constructor({ alsoOn = [], send = fetch }: { alsoOn?: string[]; send?: Send } = {}) {
    this.#alsoOn = alsoOn.map((address) => new URL(address).host);
    this.#send = send;
  }

  /** Follows redirects until a page, or until the address leaves a host. */
  async open(address: string, stayOn: string, init: RequestInit = {}): Promise<Visit> {
    const hosts = [new URL(stayOn).host, ...this.#alsoOn];
    let url = new URL(address);
    let request = init;
    for (let hops = 0; hops < 20; hops += 1) {
      if (!hosts.includes(url.host)) return nowhere(url);
      const response = await this.#send(url, {
        ...request,
        redirect: 'manual',
        headers: { ...request.headers, cookie: this.#cookieHeader(url) },
      });
      this.#keep(response, url);
      const location = response.headers.get('location');
      if (!location || response.status < 300 || response.status > 399) {
        const { status, headers } = response;
        return { url, status, headers, html: await response.text() };
      }
      await response.body?.cancel();
      url = new URL(location, url);
      request = {};
    }
    throw new Error('too many redirects');
  }

  /**
   * Sends one of the page's forms with its hidden fields and what is typed into it.
   * @param path where it is sent, where it is not the first one
   */
  submit(page: Visit, fields: Record<string, string>, path?: string): Promise<Visit> {
    const forms = page.html.matchAll(/<form method="post" action="([^"]+)"/g);
    const actions = forms.map(([, address = '']) => address);
    const action = actions.find((one) => path === undefined || one === path);
    if (!action)
      throw new Error(`there is no such form on ${page.url}: ${page.html.slice(0, 500)}`);
    return this.open(new URL(decoded(action), page.url).href, page.url.href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...hiddenFieldsOf(page.html, action), ...fields }).toString(),
    });
  }

  /** The same browser at this moment: what happens in the copy, the original does not get to know. */
  copy(): Browser {
    const copied = new Browser({
      alsoOn: this.#alsoOn.map((host) => `http://${host}`),
      send: this.#send,
    });
    copied.#cookies = [...this.#cookies];
    return copied;
  }

  #cookieHeader({ hostname, pathname }: URL): string {
    return this.#cookies
      .filter(({ host, path }) => host === hostname && isWithin(pathname, path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  #keep(response: Response, { hostname: host, pathname }: URL): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const path = /; path=([^;]+)/i.exec(line)?.[1] ?? pathname;
      this.#cookies = this.#cookies.filter(
        (kept) => kept.host !== host || kept.path !== path || kept.name !== name,
      );
      if (!/expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.push({ host, path, name, value });
    }
  }
}

/** RFC 6265 section 5.1.4. */
function isWithin(path: string, cookiePath: string): boolean {
  const folder = cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`;
  return path === cookiePath || path.startsWith(folder);
}

function nowhere(url: URL): Visit {
  return { url, status: 0, headers: new Headers(), html: '' };
}

export type Send = (url: URL, init: RequestInit) => Promise<Response>;

/** Where a browser ended up; status 0 where that is another host. */
export type Visit = { url: URL; status: number; headers: Headers; html: string };

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/**
 * The hidden fields of a form, as a browser sends them.
 * @param action the form's address; the first form of the page without it
 */
export function hiddenFieldsOf(page: string, action?: string): Record<string, string> {
  const forms = page.matchAll(/<form method="post" action="([^"]+)".*?<\/form>/gs);
  const [form = ''] = [...forms].find(([, one]) => action === undefined || one === action) ?? [];
  const fields = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, decoded(value)]));
}

function decoded(value: string): string {
  return value.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
