import { problem } from '@app-platform/contracts';
import { describe, expect, it } from '@jest/globals';
import { definitionWith } from '../../testing/test-definitions.ts';
import type { JsonObject } from '../json/json-value.ts';
import { findingOf } from '../lint/finding-of.ts';
import { inspectDefinition } from '../lint/inspect-definition.ts';
import { toSarif } from '../sarif/to-sarif.ts';
import { withoutAuthSecrets } from './auth-secrets.ts';
import { findSecrets } from './find-secrets.ts';

/** Random letters and digits, the same in every run. */
function random(
  length: number,
  alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
) {
  let state = 42 + length;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return alphabet.charAt(Math.floor((state / 2_147_483_648) * alphabet.length));
  }).join('');
}

const hexadecimal = random(32, '0123456789abcdef');

/** Texts that hold a secret, and the secret itself. Parts, so that no scanner finds them here. */
const formats: [kind: string, text: string, secret: string][] = (
  [
    ['an API key', 'apk_main_', random(43)],
    ['an API key of before cells', 'apk_', random(43)],
    ['a client secret', 'acs_', random(43)],
    ['an AWS key', 'AKIA', random(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')],
    ['a GitHub token', 'ghp_', random(36)],
    ['a fine-grained GitHub token', 'github_pat_', random(82)],
    ['a GitLab token', 'glpat-', random(20)],
    ['a Slack token', 'xoxb-', `${random(12, '0123456789')}-${random(24)}`],
    [
      'a Slack webhook',
      'https://hooks.slack.com/services/',
      `T0${random(9)}/B0${random(9)}/${random(24)}`,
    ],
    ['a Stripe key', 'sk_live_', random(24)],
    ['a webhook secret', 'whsec_', random(32)],
    ['a Google API key', 'AIza', random(35)],
    ['an npm token', 'npm_', random(36)],
    ['a SendGrid key', 'SG.', `${random(22)}.${random(43)}`],
    ['a Twilio key', 'SK', hexadecimal],
    ['a Mailgun key', 'key-', hexadecimal],
    ['a Shopify token', 'shpat_', hexadecimal],
    ['a key of an AI service', 'sk-proj-', `${random(40)}1`],
    ['a token of a registry', 'dckr_pat_', `${random(26)}1`],
    ['a PyPI token', 'pypi-', random(80)],
    ['a Databricks token', 'dapi', hexadecimal],
    ['a Telegram token', '123456789:', `AA${random(33)}`],
    ['a JSON Web Token', 'eyJ', `${random(20)}.eyJ${random(40)}.${random(43)}`],
    ['a bearer token', 'Bearer ', random(30)],
    ['Basic credentials', 'Basic ', random(30)],
    ['a password in a URL', 'https://admin:', random(12)],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----\n', `${random(64)}\n${random(64)}`],
    ['a random token', '', `${random(40)}7a9B`],
    ['a random hexadecimal key', '', hexadecimal],
  ] as const
).map(([kind, prefix, secret]) => {
  const suffix = prefix.startsWith('https://admin') ? '@api.test/' : '';
  return [kind, `${prefix}${secret}${suffix}`, secret];
});

/** Everything that leaves the linter, beside the definition itself. */
function outputOf(value: unknown): string {
  const { definition, ...findings } = inspectDefinition(value);
  return JSON.stringify([findings, toSarif(Object.values(findings).flat())]);
}

/** Every run of ten characters of a secret. */
function partsOf(secret: string): string[] {
  return Array.from({ length: Math.max(1, secret.length - 9) }, (_, start) =>
    secret.slice(start, start + 10),
  );
}

function expectHidden(value: unknown, secret: string): void {
  const output = outputOf(value);
  expect(partsOf(secret).filter((part) => output.includes(part))).toEqual([]);
}

describe('a definition with', () => {
  it.each(formats)(
    '%s in a header refuses a public app, and warns about a private one',
    (_, text) => {
      const outboundWebhooks = [{ url: 'https://a.test/', headers: { 'x-auth': text } }];
      const finding = expect.objectContaining({
        rule: 'secret-in-definition',
        code: 'secret_in_definition',
        source: { pointer: '/outboundWebhooks/0/headers/x-auth' },
      });
      for (const visibility of [undefined, 'public']) {
        const { errors, warnings, definition } = inspectDefinition(
          definitionWith({ outboundWebhooks, visibility }),
        );
        expect(errors).toContainEqual(finding);
        expect(warnings).not.toContainEqual(finding);
        expect(definition).toBeUndefined();
      }
      const ofPrivate = inspectDefinition(
        definitionWith({ outboundWebhooks, visibility: 'private' }),
      );
      expect(ofPrivate.errors).toEqual([]);
      expect(ofPrivate.warnings).toContainEqual(finding);
    },
  );

  it.each<[what: string, auth: JsonObject, place: string]>([
    ['a word', { oauth2: { clientSecret: 'swordfish' } }, '/auth/oauth2/clientSecret'],
    ['a short word', { password: 'abc' }, '/auth/password'],
    ['a number', { pin: { api_key: 4711 } }, '/auth/pin/api_key'],
    ['a sentence', { passphrase: 'correct horse battery' }, '/auth/passphrase'],
    ['text that looks like part of a template', { apiKey: 'Tr{9}x<$7>' }, '/auth/apiKey'],
    ['an element', { tokens: [{ name: 'token', value: 'abcdef' }] }, '/auth/tokens/0/value'],
    ['the value of an object', { secret: { value: 'abcdef' } }, '/auth/secret/value'],
  ])('%s under auth that is named like a secret is refused', (_what, auth, place) => {
    const definition = definitionWith({ auth: { ...auth, type: 'oauth2' } });
    expect(inspectDefinition(definition).errors).toMatchObject([
      { code: 'secret_in_definition', source: { pointer: place } },
    ]);
    const served = withoutAuthSecrets(definition);
    expect(findSecrets(served)).toEqual([]);
    expect(served).toMatchObject({ auth: { type: 'oauth2' } });
  });

  it('a short bearer token in a header is reported', () => {
    const commands = [{ url: '/', headers: { Authorization: 'Bearer s3cr3tvalue' } }];
    expect(inspectDefinition(definitionWith({ commands })).errors).toMatchObject([
      { source: { pointer: '/commands/0/headers/Authorization' } },
    ]);
  });

  it('a guess can be excused, and a published format cannot', () => {
    const excused = { meta: { lint: { 'secret-in-definition': 'A public key.' } } };
    const guess = inspectDefinition(definitionWith({ ...excused, description: hexadecimal }));
    expect(guess.errors).toEqual([]);
    expect(guess.excused).toMatchObject([{ rule: 'secret-in-definition' }]);
    const known = definitionWith({ ...excused, description: `apk_${random(43)}` });
    expect(inspectDefinition(known).errors).toMatchObject([{ code: 'secret_in_definition' }]);
  });

  it.each(formats)('%s never shows it', (_kind, text, secret) => {
    const places: JsonObject[] = [
      { version: text, app: text, identifier: text },
      { [text]: 1, visibility: text, tags: [text], title: `Key\u200b ${text}` },
      { dependencies: [text, `core-${text}`, `core@${text}`], redirectUris: [text, text] },
      { klasses: [{ name: text, metadata: { standard: true } }], changelog: { [text]: text } },
      { klasses: [{ name: 'user', metadata: { standard: true, properties: { [text]: {} } } }] },
      { settings: { [text]: { [text]: { type: text } } }, i18n: { [text]: { [text]: text } } },
      { settings: { a: { number: { type: 'number', defaultValue: text } } } },
      { commands: [{ url: text, appSettings: [text] }], website: `https://10.0.0.1/${text}` },
      { iconUrl: `http://a.test/?key=${text}`, screenshots: text, hooks: [{ type: text }] },
      { workflows: [{ steps: [{ action: text }, { next: text }] }], actions: [{ name: text }] },
      { kviews: [{ resource: `kobject.${text}`, [text]: 1 }], meta: { lint: { [text]: '' } } },
      { appDetails: { appDeveloper: { supportEmail: text, name: text } }, vendor: `TODO ${text}` },
      { description: `<${text}> www.example.com ${text} lorem ipsum` },
    ];
    for (const properties of places) expectHidden(definitionWith(properties), secret);
  });

  it('a credential in a field of that name is reported, in both forms of headers', () => {
    const { warnings } = inspectDefinition(
      definitionWith({
        outboundWebhooks: [
          { url: 'https://a.test/', headers: { 'x-api-key': 'swordfish42' } },
          { url: 'https://a.test/', headers: [{ name: 'x-api-key', value: 'swordfish43' }] },
        ],
        visibility: 'private',
      }),
    );
    const secrets = warnings.filter(({ rule }) => rule === 'secret-in-definition');
    expect(secrets.map(({ source }) => source)).toEqual([
      { pointer: '/outboundWebhooks/0/headers/x-api-key' },
      { pointer: '/outboundWebhooks/1/headers/0/value' },
    ]);
    expect(JSON.stringify(warnings)).not.toContain('swordfish');
  });

  it('the default of a secret setting does not show it, in a fix either', () => {
    const settings = {
      shop: {
        pin: { type: 'secret', defaultValue: 12_345_678 },
        token: { type: 'number', defaultValue: '87654321' },
        key: { type: 'secret', defaultValue: 'swordfish' },
      },
    };
    const output = outputOf(definitionWith({ settings, vendor: 'swordfish TODO' }));
    expect(output).toContain('setting-default-type');
    expect(output).not.toMatch(/12345678|87654321|swordfish/);
  });

  it('a secret that holds words of the message leaves the message readable', () => {
    const auth = { oauth2: { clientSecret: 'client-secret-hunter2' } };
    const [error] = inspectDefinition(definitionWith({ auth })).errors;
    expect(error?.detail).toContain('keeps its client secret');
    expect(error?.detail).not.toMatch(/hunter|redacted/);
  });

  it('an excused secret does not show it either', () => {
    const text = `apk_${random(43)}`;
    const definition = definitionWith({
      description: text,
      meta: { lint: { 'secret-in-definition': `It is ${text}.` } },
      visibility: 'private',
    });
    expect(inspectDefinition(definition).excused).toMatchObject([
      { rule: 'secret-in-definition' },
      { rule: 'secret-in-definition' },
    ]);
    expectHidden(definition, text.slice(4));
  });

  it.each<[what: string, properties: JsonObject]>([
    ['words', { description: 'Authorization by a bearer token that the settings page asks for.' }],
    [
      'template expressions',
      { commands: [{ url: '/', headers: { token: 'Bearer {{settings.shop.apiKey}}' } }] },
    ],
    ['placeholders', { commands: [{ url: '/', headers: { apiKey: 'YOUR_API_KEY_1234' } }] }],
    ['the name of a variable', { auth: { oauth2: { clientSecret: '$CLIENT_SECRET_2' } } }],
    ['a setting', { auth: { oauth2: { clientSecret: '{{settings.shop.clientSecret}}' } } }],
    ['a setting of a header', { auth: { token: 'Bearer {{{settings.shop.clientSecret}}}' } }],
    ['a mark', { auth: { password: '<your password>', apiKey: 'xxxxxxxx', token: '' } }],
    ['addresses', { auth: { token: '/oauth/token', credentials: 'https://a.test/login1' } }],
    ['names of fields', { auth: { tokenName: 'token1', passwordField: 'password1' } }],
    ['ids of teams', { shortcuts: [{ accessTeams: ['5f0c1d2e3a4b5c6d7e8f9a0b'] }] }],
    ['the name of a private app', { dependencies: ['stock_7_a202ce4786acb37dac0cb208-^1.0.0'] }],
    ['a UUID', { hooks: [{ eventName: '3fa85f64-5717-4562-b3fc-2c963f66afa6' }] }],
    ['a digest', { meta: { contentHash: hexadecimal } }],
    ['the digest in an address', { iconUrl: `https://a.test/icon.${hexadecimal}.png` }],
    [
      'an icon',
      {
        iconUrl: `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'.repeat(2)}`,
      },
    ],
    [
      'a long camelCase name',
      { actions: [{ name: 'findOrderByCustomerNumber2AndStatus3OrDate' }] },
    ],
    ['a long snake_case name', { actions: [{ name: 'find_order_by_customer_2_and_status_3' }] }],
    [
      'the reference of a setting',
      { commands: [{ url: '/', appSettings: { token: { key: 'app1.auth.apiKey2' } } }] },
    ],
    [
      'an image in a template',
      { kviews: [{ template: `<img src="data:image/png;base64,${random(200)}">` }] },
    ],
    [
      'a digest of a script',
      { kviews: [{ template: `<script integrity="sha384-${random(64)}">` }] },
    ],
    ['an address in a text', { description: `[Icon](https://a.test/${hexadecimal}/i.png)` }],
    [
      'a drawing',
      { kviews: [{ template: '<path d="M12-3C5-4L8-1h24v24H0z9M12-3C5-4L8-1h24"/>' }] },
    ],
    ['a publishable key', { description: `pk_live_${'a'.repeat(24)}` }],
  ])('%s is not taken for one with a secret', (_what, properties) => {
    const { errors } = inspectDefinition(definitionWith(properties));
    expect(errors.filter(({ rule }) => rule === 'secret-in-definition')).toEqual([]);
  });
});

describe('findingOf', () => {
  it('hides credentials of known formats in the problems of the registry', () => {
    const text = `apk_${random(43)}`;
    const finding = findingOf(problem('reserved_name', `The app id '${text}' is reserved.`));
    expect(JSON.stringify(finding)).not.toContain(text.slice(4, 14));
  });
});
