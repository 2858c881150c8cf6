import { describe, expect, it } from '@jest/globals';
import { warningsOf } from '../../testing/test-definitions.ts';
import { validatePatch } from '../validation/validate-definition.ts';

const notUrls = ['not a url', 'example.com/hook', '//example.com', 'http://', ''];

describe('a URL of the listing', () => {
  it.each([
    ['/iconUrl', { iconUrl: 'icon.png' }],
    ['/website', { website: 'www.example.net' }],
    ['/releaseNotesUrl', { releaseNotesUrl: '/releases' }],
    ['/screenshots/1', { screenshots: ['https://example.com/1.png', '2.png'] }],
    ['/appDetails/appDeveloper/website', { appDetails: { appDeveloper: { website: 'x' } } }],
    [
      '/appDetails/externalPlatform/website',
      { appDetails: { externalPlatform: { website: 'x' } } },
    ],
    [
      '/appDetails/documentationLinks/0/url',
      { appDetails: { documentationLinks: [{ url: 'x' }] } },
    ],
  ])('that cannot be read is warned about at %s', (pointer, properties) => {
    expect(warningsOf(properties)).toMatchObject([
      { pointer, code: 'unparseable_url', blocks: false },
    ]);
  });

  it('causes a warning in an update', () => {
    const result = validatePatch({ iconUrl: 'icon.png', title: 'Order tracker' });
    expect(result.ok && result.warnings).toMatchObject([{ source: { pointer: '/iconUrl' } }]);
  });
});

describe.each(['commands', 'outboundWebhooks', 'widgets'])('a URL of %s', (component) => {
  it.each(notUrls)('%j is warned about and blocks installation', (url) => {
    expect(warningsOf({ [component]: [{}, { url }] })).toMatchObject([
      { pointer: `/${component}/1/url`, code: 'unparseable_url', blocks: true },
    ]);
  });

  it.each([
    'https://api.example.com/orders/:id?x=1',
    'http://localhost:8080',
    '{{connection.baseUrl}}/orders',
    'https://{{region}}.example.com:{{port}}/',
    `\${BASE_URL}/orders`,
    '<%= host %>/orders',
    'https://{subdomain}.example.com:{port}',
    '[YOUR_HOST]/orders',
    'https://<your-domain>:<port>/orders',
  ])('%j is not judged', (url) => {
    const found = warningsOf({ [component]: [{ url }] });
    expect(found.filter(({ code }) => code === 'unparseable_url')).toEqual([]);
  });
});

describe('a path as a URL', () => {
  it('is fine for a command, a widget and the settings page', () => {
    const components = {
      commands: [{ url: '/hook' }],
      widgets: [{ url: '/map?wide=1' }],
      settingsPageConfig: { url: '/settings' },
    };
    expect(warningsOf(components)).toEqual([]);
  });

  it('is warned about for an outbound webhook', () => {
    expect(warningsOf({ outboundWebhooks: [{ url: '/hook' }] })).toHaveLength(1);
  });
});

describe('the URL of the settings page', () => {
  it('that cannot be parsed causes a warning that does not block installation', () => {
    expect(warningsOf({ settingsPageConfig: { url: 'settings' } })).toMatchObject([
      { pointer: '/settingsPageConfig/url', code: 'unparseable_url', blocks: false },
    ]);
  });
});
