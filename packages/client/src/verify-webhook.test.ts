import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookError } from './verify-webhook.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY =
  '{"type":"app.installed","timestamp":"2026-11-24T09:30:00.000Z","data":{"organizationId":"5f","app":"loyalty"}}';

function headersOf({ at = new Date(), secret = SECRET, body = BODY } = {}) {
  return {
    'webhook-id': 'event-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('event-1', at, body),
  };
}

/** The message of the refusal. */
function refusalOf(...delivery: Parameters<typeof verifyWebhook>): string {
  try {
    verifyWebhook(...delivery);
  } catch (error) {
    if (error instanceof WebhookError) return error.message;
    throw error;
  }
  return 'not refused';
}

describe('a delivery with a right signature', () => {
  const headers = headersOf();
  const capitals = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
  it.each([
    ['text, and the headers of Node.js', BODY, headers],
    ['bytes, and headers in capitals', new TextEncoder().encode(BODY), capitals],
    ['a Buffer, and the headers of fetch', Buffer.from(BODY), new Headers(headers)],
  ])('has its event: %s', (_case, body, received) => {
    const event = { type: 'app.installed', data: { app: 'loyalty', organizationId: '5f' } };
    expect(verifyWebhook(body, received, SECRET)).toMatchObject(event);
  });

  it('may have another signature beside it, while a secret is changed', () => {
    const other = `v1,${Buffer.from('another').toString('base64')}`;
    const both = { ...headers, 'webhook-signature': `${other} ${headers['webhook-signature']}` };
    expect(verifyWebhook(BODY, both, SECRET).type).toBe('app.installed');
  });
});

describe('anything else is refused with what is wrong', () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  it.each([
    ['another body', `${BODY} `, headersOf(), SECRET, /signature does not fit/],
    ['another secret', BODY, headersOf({ secret: 'whsec_b3RoZXI=' }), SECRET, /signature/],
    ['an old timestamp', BODY, headersOf({ at: minutes(-6) }), SECRET, /timestamp/],
    ['a timestamp to come', BODY, headersOf({ at: minutes(6) }), SECRET, /timestamp/],
    ['no headers', BODY, {}, SECRET, /webhook-id, webhook-timestamp, webhook-signature/],
    ['an empty secret', BODY, headersOf(), '', /secret is empty/],
    ['another kind of secret', BODY, headersOf(), 'whsec_%%%', /not one of a webhook/],
    ['a body that is no JSON', 'x', headersOf({ body: 'x' }), SECRET, /no JSON/],
    ['a parsed body', JSON.parse(BODY), headersOf(), SECRET, /parsed already/],
  ])('%s', (_case, body, headers, secret, reason) => {
    expect(refusalOf(body, headers, secret)).toMatch(reason);
  });
});
