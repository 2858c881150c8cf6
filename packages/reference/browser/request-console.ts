import { openPageAt, takeCarriedInput } from './carried-input.ts';
import { type Installation, readInstallation } from './installation.ts';
import { type Answer, sendRequest } from './send-request.ts';
import { forgetToken, type Returned, signedInToken, signIn } from './sign-in.ts';

/** The values of the form, without the API key: they are kept while the reader signs in. */
type Values = { parameters: Record<string, string>; body: string | undefined };

/** Makes the form of an operation send its request to this installation. */
export function setUpConsole(section: HTMLElement, returned: Returned): void {
  const form = section.querySelector('form');
  if (!form) return;
  form.hidden = false;
  section.querySelector('.without-script')?.remove();
  const console = new RequestConsole(section, form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void console.send();
  });
  // Back from the sign-in to a page that the browser kept: its button is still disabled.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) console.enable();
  });
  void console.prepare(returned);
}

class RequestConsole {
  readonly #section: HTMLElement;
  readonly #form: HTMLFormElement;
  #offersCredentials = false;

  constructor(section: HTMLElement, form: HTMLFormElement) {
    this.#section = section;
    this.#form = form;
  }

  /** Offers the ways to sign in that there are, and sends the request that a sign-in interrupted. */
  async prepare({ outcome, input, failure }: Returned): Promise<void> {
    const carried = takeCarriedInput();
    this.#fill(input ?? carried);
    if (outcome === 'abandoned') this.#showFault('You have not signed in. Nothing was sent.');
    if (carried) this.#showFault('Requests are sent from this address. Press Send once more.');
    try {
      this.#offerCredentials(await readInstallation());
    } catch (error) {
      this.#showFault(messageOf(error));
    }
    if (failure) this.#showFault(failure);
    if (outcome === 'signed-in') await this.send();
  }

  async send(): Promise<void> {
    const button = this.#button();
    if (!button || button.disabled) return;
    button.disabled = true;
    this.#showFault('');
    try {
      await this.#sendOnce();
    } catch (error) {
      this.#showFault(messageOf(error));
    }
    button.disabled = false;
  }

  enable(): void {
    const button = this.#button();
    if (button) button.disabled = false;
  }

  /** Does not return where the page leaves for a sign-in. */
  async #sendOnce(): Promise<void> {
    const installation = await readInstallation();
    this.#offerCredentials(installation);
    const values = this.#values();
    const { registry, oauth } = installation;
    const { origin } = new URL(registry ?? oauth ?? location.origin);
    if (location.origin !== origin) return openPageAt(origin, values);
    const credential = this.#usesKey() ? this.#key() : signedInToken();
    if (credential === undefined) return signIn(installation, values);
    const { service, method = 'get', path = '' } = this.#section.dataset;
    const answer = await sendRequest({
      base: service === 'oauth' ? (oauth ?? '') : (registry ?? ''),
      ...{ method: method.toUpperCase(), path, credential, body: values.body },
      parameters: this.#parameters().map(({ name, value, dataset }) => ({
        ...{ name, value, place: dataset.in ?? '' },
      })),
    });
    if (answer.status === 401) forgetToken();
    this.#show(answer);
  }

  #offerCredentials({ signIn: offersSignIn }: Installation): void {
    if (this.#offersCredentials) return;
    this.#offersCredentials = true;
    const choices = [...this.#form.querySelectorAll<HTMLInputElement>('[name=credential]')];
    const isChosen = choices.some(({ checked }) => checked);
    for (const choice of choices) {
      if (choice.value === 'session') choice.disabled = !offersSignIn;
      if (!isChosen || !offersSignIn) {
        choice.checked = choice.value === (offersSignIn ? 'session' : 'key');
      }
      choice.addEventListener('change', () => this.#showKeyField());
    }
    this.#showKeyField();
  }

  #show({ status, text, milliseconds }: Answer): void {
    const answer = this.#section.querySelector<HTMLElement>('.answer');
    const badge = answer?.querySelector('.status');
    const duration = answer?.querySelector('.duration');
    const content = answer?.querySelector('pre');
    if (!answer || !badge || !duration || !content) return;
    badge.textContent = String(status);
    badge.className = `status badge ${status < 400 ? 'good' : 'bad'}`;
    duration.textContent = `${Math.round(milliseconds)} ms`;
    content.textContent = text;
    answer.hidden = false;
  }

  #showFault(text: string): void {
    const fault = this.#form.querySelector('[role=alert]');
    if (fault) fault.textContent = text;
  }

  #button(): HTMLButtonElement | null {
    return this.#form.querySelector('button');
  }

  #usesKey(): boolean {
    return this.#form.querySelector<HTMLInputElement>('[name=credential]:checked')?.value === 'key';
  }

  #key(): string {
    const key = this.#form.querySelector<HTMLInputElement>('#api-key')?.value.trim();
    if (!key) throw new Error('Enter an API key.');
    return key;
  }

  #showKeyField(): void {
    const field = this.#form.querySelector<HTMLElement>('[data-key]');
    if (field) field.hidden = !this.#usesKey();
  }

  #parameters(): HTMLInputElement[] {
    return [...this.#form.querySelectorAll<HTMLInputElement>('input[data-in]')];
  }

  #body(): HTMLTextAreaElement | null {
    return this.#form.querySelector('textarea');
  }

  #values(): Values {
    const parameters = this.#parameters().map(({ name, value }) => [name, value]);
    return { parameters: Object.fromEntries(parameters), body: this.#body()?.value };
  }

  /** @param input `Values` as `#values` made them, or anything: an address can hold it */
  #fill(input: unknown): void {
    const { parameters, body } = (input ?? {}) as Partial<Values>;
    for (const field of this.#parameters()) {
      const value = parameters?.[field.name];
      if (typeof value === 'string') field.value = value;
    }
    const field = this.#body();
    if (field && typeof body === 'string') field.value = body;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
