import { describe, expect, it } from '@jest/globals';
import { lintOf } from '../../testing/test-definitions.ts';

describe('missing-webhook-url', () => {
  it('reports every component that needs a URL, and lifecycle webhooks', () => {
    const properties = {
      commands: [{}],
      outboundWebhooks: [{ url: '' }],
      widgets: [{ url: '/' }, 5],
    };
    expect(lintOf('missing-webhook-url', properties)).toEqual([
      '/commands/0/url',
      '/outboundWebhooks/0/url',
    ]);
    expect(lintOf('missing-webhook-url', { lifecycleWebhooks: [{ events: [] }] })).toEqual([
      '/lifecycleWebhooks/0/url',
    ]);
  });
});
