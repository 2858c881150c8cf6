/** Values of keys that hold a secret or a random value, where they are texts. */
const byKey: Readonly<Record<string, string>> = {
  access_token: 'eyJhbGciOiJFUzI1NiJ9.ACCESS.TOKEN',
  client_secret: 'CLIENT_SECRET',
  clientSecret: 'CLIENT_SECRET',
  device_code: 'DEVICE_CODE',
  address: '203.0.113.7',
  hint: 'KEY_HINT',
  jti: 'TOKEN_ID',
  key: 'API_KEY',
  kid: 'KEY_ID',
  password: 'PASSWORD',
  refresh_token: 'REFRESH_TOKEN',
  request_uri: 'urn:ietf:params:oauth:request_uri:REFERENCE',
  secret: 'SECRET',
  token: 'TOKEN',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  x: 'PUBLIC_KEY_X',
  y: 'PUBLIC_KEY_Y',
};

const TIME = '2026-01-31T09:30:00.000Z';
const SECONDS = 1_769_851_800;
/** Times, and the number of an installation, which is made from one. */
const timeKeys = ['iat', 'exp', 'ins'];
/** Records that an example of a list shows. */
const LISTED = 2;

/** Replaces ids, times and secrets; equal ids stay equal. */
export class StableValues {
  private readonly ids = new Map<string, string>();
  private readonly names: readonly (readonly [string | RegExp, string])[];

  /** @param names texts of this run, with what stands for them */
  constructor(names: readonly (readonly [string | RegExp, string])[]) {
    this.names = names;
  }

  of(value: unknown, key = ''): unknown {
    if (typeof value === 'string') return this.text(value, key);
    if (typeof value === 'number') return timeKeys.includes(key) ? SECONDS : value;
    if (Array.isArray(value)) {
      const shown = key === 'data' ? value.slice(0, LISTED) : value;
      return shown.map((one) => this.of(one));
    }
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([name, one]) => [this.text(name, ''), this.of(one, name)]),
    );
  }

  private text(value: string, key: string): string {
    const known = Object.hasOwn(byKey, key) ? byKey[key] : undefined;
    if (known !== undefined) return known;
    const named = this.names.reduce((text, [from, to]) => text.replaceAll(from, to), value);
    // A generated identifier, alone and as the prefix of an attribute.
    if (key === 'identifier') return this.idOf(value, (number) => `id${number}`);
    return named
      .replace(/(?<=@)[a-z0-9]{8}(?=[A-Z])/g, (id) => this.idOf(id, (number) => `id${number}`))
      .replace(/[\w.+-]+(?=@example\.com)/g, (id) => this.idOf(id, (number) => `user${number}`))
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, TIME)
      .replace(/([?&#]token=)[\w.-]+/g, '$1TOKEN')
      .replace(/\b[B-Z]{4}-[B-Z]{4}\b/g, 'BCDF-GHJK')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) =>
        this.idOf(id, (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`),
      )
      .replace(/\b[0-9a-f]{24}\b|(?<=_)[0-9a-f]{24}\b/g, (id) =>
        this.idOf(id, (number) => `5f0c1d2e3a4b5c6d7e8f${String(number).padStart(4, '0')}`),
      )
      .replace(/\b(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{40,}\b/g, (id) =>
        this.idOf(id, (number) => `ID_${number}`),
      );
  }

  private idOf(id: string, make: (number: number) => string): string {
    const known = this.ids.get(id) ?? make(this.ids.size + 1);
    this.ids.set(id, known);
    return known;
  }
}
