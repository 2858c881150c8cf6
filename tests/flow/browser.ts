/** Enough of a browser for server-rendered pages: cookies, redirects, forms. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  /** Follows redirects until a page, or until the address leaves a host. */
  async open(address: string, stayOn: string, init: RequestInit = {}): Promise<Visit> {
    let url = new URL(address);
    let request = init;
    for (let hops = 0; hops < 20; hops += 1) {
      if (url.host !== new URL(stayOn).host) return { url, status: 0, html: '' };
      const response = await fetch(url, {
        ...request,
        redirect: 'manual',
        headers: { ...request.headers, cookie: this.#cookieHeader() },
      });
      this.#keep(response);
      const location = response.headers.get('location');
      if (!location || response.status < 300 || response.status > 399) {
        return { url, status: response.status, html: await response.text() };
      }
      await response.body?.cancel();
      url = new URL(location, url);
      request = {};
    }
    throw new Error('too many redirects');
  }

  /** Sends the page's form with its hidden fields and what is typed into it. */
  submit(page: Visit, fields: Record<string, string>): Promise<Visit> {
    const action = /<form method="post" action="([^"]+)"/.exec(page.html)?.[1];
    if (!action) throw new Error(`there is no form on ${page.url}: ${page.html.slice(0, 500)}`);
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    return this.open(new URL(action, page.url).href, page.url.href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrf, ...fields }).toString(),
    });
  }

  #cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      if (/expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

/** Where a browser ended up; status 0 where that is another host. */
export type Visit = { url: URL; status: number; html: string };
