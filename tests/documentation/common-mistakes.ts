import { apiCaller } from '@app-platform/testing/http/api-caller';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';

/** A mistake, and what the platform says about it: a message, and the correction that it offers. */
export type Mistake = { title: string; message: string; fix?: string };

type Finding = { rule: string; detail: string; fix?: object[] };
type Call = ReturnType<typeof apiCaller>;

const first = { app: 'order_tracker', version: '1.0.0', title: 'Order tracker' };
const base = { ...first, visibility: 'private' };

/** Definitions with one mistake each, and the rule that finds it. */
const definitions: readonly [title: string, rule: string, definition: object][] = [
  [
    '`iconURL` instead of `iconUrl`',
    'unknown-property',
    { ...base, iconURL: 'https://a.example/icon.png' },
  ],
  ['A version of two numbers', 'version', { ...base, version: '1.0' }],
  ['A first version without a title', 'missing-property', { ...base, title: undefined }],
  ['A hyphen in the app id', 'app-name', { ...base, app: 'order-tracker' }],
  ['A tag that does not exist', 'allowed-value', { ...base, tags: ['e-commerce'] }],
  [
    'A changelog without the current version',
    'changelog-current-version',
    { ...base, changelog: { '0.9.0': '{{2026-01-31}} First.' } },
  ],
  [
    '`metadata.standard` left out',
    'standard-klass-as-custom-object',
    { ...base, klasses: [{ name: 'customer', metadata: { properties: { pointsNum: {} } } }] },
  ],
  [
    'An attribute whose name gives no type',
    'unknown-attribute-type',
    {
      ...base,
      klasses: [{ name: 'customer', metadata: { standard: true, properties: { points: {} } } }],
    },
  ],
  [
    'A workflow step that names a missing action',
    'unknown-action',
    {
      ...base,
      actions: [{ name: 'find_order' }],
      workflows: [{ name: 'Find', steps: [{ action: 'find_orders' }] }],
    },
  ],
  [
    'A redirect URI with `http`',
    'redirect-uri',
    { ...base, redirectUris: ['http://apps.example.com/callback'] },
  ],
  ['A dependency without a range', 'dependency', { ...base, dependencies: ['billing'] }],
  [
    'A secret in the definition',
    'secret-in-definition',
    {
      ...base,
      outboundWebhooks: [
        {
          name: 'orders',
          url: 'https://apps.example.com/orders',
          headers: { authorization: `Bearer ghp_${'a1B2c3D4e5F6'.repeat(3)}` },
        },
      ],
    },
  ],
  ['No visibility, so that the app is public', 'public-by-default', first],
];

async function validationMistakes(call: Call): Promise<Mistake[]> {
  const found: Mistake[] = [];
  for (const [title, rule, definition] of definitions) {
    const { body } = await call('POST', '/v1/apps/validate', definition);
    const all: Finding[] = [...body.data.errors, ...body.data.warnings];
    const finding = all.find((one) => one.rule === rule);
    if (!finding) throw new Error(`${title}: ${rule} is not among ${all.map((one) => one.rule)}`);
    found.push(mistakeOf(title, finding));
  }
  return found;
}

function mistakeOf(title: string, { detail, fix }: Finding): Mistake {
  return { title, message: detail, ...(fix && { fix: JSON.stringify(fix) }) };
}

/** Mistakes with the second version of an app. */
async function versionMistakes(call: Call): Promise<Mistake[]> {
  const register = (more: object) =>
    call('POST', '/v1/apps/available', { ...base, app: 'loyalty', ...more });
  await register({ version: '1.0.0', identifier: 'loyal', actions: [{ name: 'find_points' }] });
  const validate = async (title: string, rule: string, more: object) => {
    const { body } = await call('POST', '/v1/apps/validate', { ...base, app: 'loyalty', ...more });
    const all: Finding[] = [...body.data.errors, ...body.data.warnings];
    const finding = all.find((one) => one.rule === rule);
    if (!finding) throw new Error(`${title}: ${rule} is not among ${all.map((one) => one.rule)}`);
    return mistakeOf(title, finding);
  };
  return [
    await validate('A version that was not raised', 'duplicate', { version: '1.0.0' }),
    await validate('Another identifier than before', 'identifier-changed', {
      version: '1.1.0',
      identifier: 'points',
    }),
    await validate('An action removed in a patch version', 'increment-too-small', {
      version: '1.0.1',
    }),
  ];
}

async function installationMistakes(call: Call): Promise<Mistake[]> {
  const define = (app: string, more: object = {}) =>
    call('POST', '/v1/apps/available', { ...base, app, ...more });
  const refusal = async (title: string, body: object): Promise<Mistake> => {
    const { body: answer } = await call('POST', '/v1/apps/installed', body);
    return { title, message: answer.errors[0].detail };
  };
  await define('needing', { dependencies: ['absent-^1.0.0'] });
  await define('broken');
  await call('POST', '/v1/apps/available/broken/yank', { reason: 'It loses orders.' });
  await define('planned');
  const { body: plan } = await call('POST', '/v1/apps/plan', { app: 'planned' });
  await call('POST', '/v1/apps/installed', { app: 'planned' });
  return [
    await refusal('A dependency that is not installed', { app: 'needing' }),
    await refusal('A version that its developer yanked', { app: 'broken' }),
    await refusal('A plan from before another change', { app: 'planned', plan: plan.data.id }),
  ];
}

/** What the doctor says of authorization requests. */
async function authorizationMistakes(app: ExternalApp, call: Call): Promise<Mistake[]> {
  const ask = async (title: string, name: string, change: (url: URL) => void = () => undefined) => {
    const url = new URL(app.authorizeUrl(['org.permission.customer', 'offline_access']));
    change(url);
    const { body } = await call('POST', '/v1/apps/doctor', { url: url.href, user: app.email });
    const check = body.data.checks.find(
      (one: { name: string; status: string }) => one.name === name && one.status === 'failed',
    );
    return { title, message: check.detail };
  };
  const set = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value);
  const notInstalled = await ask('An app that is not installed', 'installation');
  await app.install();
  return [
    notInstalled,
    await ask(
      'A slash more at the end of the redirect URI',
      'redirect_uri',
      set('redirect_uri', `${app.redirectUri}/`),
    ),
    await ask('A scope that the user does not hold', 'scope', set('scope', 'org.admin.users')),
    await ask('A code challenge without its method', 'pkce', set('code_challenge', 'a'.repeat(43))),
  ];
}

/** The mistakes that app developers make most, each made once. */
export async function commonMistakes(platform: Platform): Promise<Mistake[]> {
  const app = await newExternalApp(platform);
  const call = apiCaller(platform.baseUrl, app.apiKey);
  const mistakes = [
    ...(await validationMistakes(call)),
    ...(await versionMistakes(call)),
    ...(await installationMistakes(call)),
    ...(await authorizationMistakes(app, call)),
  ];
  // Ids differ from run to run.
  const stable = (text: string) =>
    text
      .replaceAll(app.organizationId, 'ORGANIZATION')
      .replaceAll(app.email, 'USER')
      .replaceAll(app.name.replace(`_${app.organizationId}`, ''), 'APP');
  return mistakes.map(({ message, ...one }) => ({ ...one, message: stable(message) }));
}

/** The page of the mistakes. */
export function mistakesPage(mistakes: readonly Mistake[]): string {
  const entries = mistakes.map(({ title, message, fix }, index) => {
    const correction = fix ? `\n\nFix: \`${fix}\`` : '';
    return `## ${index + 1}. ${title}\n\n> ${message}${correction}\n`;
  });
  return [
    '# Common mistakes\n',
    'What the platform says about the mistakes that app developers make most. `apps validate`, `apps plan` and',
    '`apps doctor` say it before a user sees it. A test makes each of them and compares this page.\n',
    ...entries,
  ].join('\n');
}
