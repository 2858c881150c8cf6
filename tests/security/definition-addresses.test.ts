import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../services/registry/testing/start-registry.ts';

/** Places of addresses, each with a definition that has one there. */
const places: [pointer: string, definition: (address: string) => object][] = [
  ['/iconUrl', (iconUrl) => ({ iconUrl })],
  ['/website', (website) => ({ website })],
  ['/releaseNotesUrl', (releaseNotesUrl) => ({ releaseNotesUrl })],
  ['/screenshots/1', (url) => ({ screenshots: ['https://cdn.example.net/1.png', url] })],
  [
    '/appDetails/appDeveloper/website',
    (website) => ({ appDetails: { appDeveloper: { name: 'Labs', website } } }),
  ],
  [
    '/appDetails/appDeveloper/supportEmail',
    (supportEmail) => ({ appDetails: { appDeveloper: { name: 'Labs', supportEmail } } }),
  ],
  [
    '/appDetails/externalPlatform/website',
    (website) => ({ appDetails: { externalPlatform: { name: 'Labs', website } } }),
  ],
  [
    '/appDetails/documentationLinks/0/url',
    (url) => ({ appDetails: { documentationLinks: [{ title: 'Guide', url }] } }),
  ],
  ['/commands/0/url', (url) => ({ commands: [{ name: 'find', url }] })],
  ['/widgets/0/url', (url) => ({ widgets: [{ name: 'map', url }] })],
  ['/widgets/0/icon', (icon) => ({ widgets: [{ name: 'map', url: '/map', icon }] })],
  ['/outboundWebhooks/0/url', (url) => ({ outboundWebhooks: [{ name: 'events', url }] })],
  ['/settingsPageConfig/url', (url) => ({ settingsPageConfig: { url } })],
  [
    '/actions/0/inputTemplate/uri',
    (uri) => ({ actions: [{ name: 'find', inputTemplate: { uri, method: 'GET' } }] }),
  ],
  ['/auth/oauth2/authorizationUrl', (url) => ({ auth: { oauth2: { authorizationUrl: url } } })],
];
/** What `PATCH` takes too. */
const patched = places.filter(([pointer]) =>
  /^\/(iconUrl|website|releaseNotesUrl|scr)/.test(pointer),
);

const scripts = [
  'javascript:alert(1)',
  'JavaScript://apps.example.com/%0Aalert(1)',
  // The parser of WHATWG drops these characters.
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\r\nscript\n:alert(1)',
  '\u0001\u001fjavascript:alert(1)',
  'javascript:{{settings.default.code}}',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://apps.example.com/0',
  'file:///etc/passwd',
  'view-source:https://apps.example.com',
  'com.example.app:/open',
  'ftp://apps.example.com/',
];

let registry: RunningRegistry;
let acme: Caller;
let app: string;

beforeAll(async () => {
  registry = await startRegistry();
  acme = await registry.newCaller();
  app = uniqueName('described');
  await acme.register({ app });
});
afterAll(() => registry.close());

const register = (definition: object) =>
  acme.post('/v1/apps/available', {
    ...{
      app: uniqueName('addressed'),
      version: '0.0.1',
      title: 'Addresses',
      visibility: 'private',
    },
    ...definition,
  });

describe('attack: an address of a definition runs a script when it is opened', () => {
  it.each(places)('400 at %s for any other scheme than https and http', async (pointer, place) => {
    for (const address of scripts) {
      expect(new URL(address.replaceAll(/[{}]/g, '')).protocol).not.toMatch(/^https?:/);
      const { body } = await register(place(address)).expect(400);
      expect(body.errors).toMatchObject([{ code: 'invalid_definition', source: { pointer } }]);
    }
  });

  it.each(patched)('400 for an update at %s', async (pointer, place) => {
    for (const address of scripts) {
      const { body } = await acme.patch(`/v1/apps/available/${app}`, place(address)).expect(400);
      expect(body.errors).toMatchObject([{ source: { pointer } }]);
    }
  });

  it('is an error of a validation', async () => {
    const definition = { app, version: '0.0.2', title: 'Draft', website: scripts[0] };
    const { body } = await acme.post('/v1/apps/validate', definition).expect(200);
    expect(body.data.errors).toMatchObject([
      { rule: 'address-scheme', source: { pointer: '/website' } },
    ]);
  });
});

describe('an address', () => {
  it.each(places.filter(([pointer]) => !pointer.endsWith('supportEmail')))(
    'at %s may be https or http',
    async (_pointer, place) => {
      for (const address of ['https://apps.example.net/1', 'HTTP://apps.example.net/1']) {
        await register(place(address)).expect(201);
      }
    },
  );

  it('of an icon may be an image', async () => {
    const image = 'data:image/png;base64,AAAA';
    await register({ iconUrl: image }).expect(201);
    await register({ widgets: [{ name: 'map', url: '/map', icon: image }] }).expect(201);
    await register({ screenshots: [image] }).expect(400);
  });

  it('of a person may be a mailbox', async () => {
    const appDeveloper = { name: 'Labs', website: 'mailto:labs@example.net' };
    const documentationLinks = [{ title: 'Ask us', url: 'mailto:labs@example.net' }];
    await register({ appDetails: { appDeveloper, documentationLinks } }).expect(201);
    const supportEmail = 'mailto:labs@example.net';
    await register({ appDetails: { appDeveloper: { ...appDeveloper, supportEmail } } }).expect(201);
    await register({ website: 'mailto:labs@example.net' }).expect(400);
  });

  it.each(['apps.example.net/page', '{{settings.default.address}}', '//apps.example.net', 'page'])(
    'without a scheme is a warning at most: %s',
    async (address) => {
      for (const [pointer, place] of places) {
        const { body } = await register(place(address)).expect(201);
        const placed = (body.meta?.warnings ?? []).map(
          (one: { source: { pointer: string } }) => one.source.pointer,
        );
        expect(placed.filter((one: string) => one !== pointer)).toEqual([]);
      }
    },
  );

  it('of a widget, a command or a settings page may be a path', async () => {
    const definition = {
      widgets: [{ name: 'map', url: '/map?at=a:b', icon: 'map' }],
      commands: [{ name: 'find', url: '/find' }],
      settingsPageConfig: { url: '/settings' },
    };
    const { body } = await register(definition).expect(201);
    expect(body.meta?.warnings).toBeUndefined();
  });

  it('is no text that only looks like one', async () => {
    const text = 'javascript: a language';
    const definition = {
      description: text,
      i18n: { en_us: { url: text, website: text } },
      shortcuts: [{ name: 'greet', draft: { text }, payload: { url: text } }],
      klasses: [
        {
          name: 'customer',
          metadata: { standard: true, properties: { pageUrl: { displayName: text } } },
        },
      ],
    };
    await register(definition).expect(201);
  });

  it('that receives codes keeps its own rule', async () => {
    await register({ redirectUris: ['com.example.app:/callback'] }).expect(201);
    await register({ auth: { oauth2: { redirectUri: 'com.example.app:/callback' } } }).expect(201);
    const { body } = await register({ redirectUris: ['javascript:alert(1)'] }).expect(400);
    expect(body.errors).toHaveLength(1);
  });
});
