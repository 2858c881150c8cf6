import { Webhook, WebhookVerificationError } from 'standardwebhooks';

/** An event of an app, as webhooks receive it. */
export type WebhookEvent = {
  /** For example `app.installed`, or `webhook.test`. */
  type: string;
  timestamp: string;
  data: {
    organizationId: string;
    /** Left out in a `webhook.test`, as the version. */
    app?: string;
    version?: string;
    [more: string]: unknown;
  };
};

/** A delivery that cannot be trusted: answer it with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

type ReceivedHeaders = Headers | Record<string, string | readonly string[] | undefined>;

/**
 * The event of a delivery, whose signature and age are right.
 * @param body as it arrived, before it is parsed
 * @param headers of the request, with names in any case
 * @param secret of the webhook: `whsec_…`
 * @throws WebhookError that says what is wrong
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: ReceivedHeaders,
  secret: string,
): WebhookEvent {
  const webhook = webhookOf(secret);
  const text = textOf(body);
  try {
    return webhook.verify(text, signedHeaders(headers)) as WebhookEvent;
  } catch (error) {
    throw new WebhookError(explanationOf(error), { cause: error });
  }
}

function webhookOf(secret: string): Webhook {
  const advice = 'Pass the secret of the webhook as it was shown: whsec_ and what follows.';
  if (typeof secret !== 'string' || secret.trim() === '') {
    throw new WebhookError(`The secret is empty. ${advice}`);
  }
  try {
    return new Webhook(secret.trim());
  } catch (error) {
    throw new WebhookError(`The secret is not one of a webhook. ${advice}`, { cause: error });
  }
}

function textOf(body: string | Uint8Array): string {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  throw new WebhookError(
    'The body is parsed already. Pass the text or the bytes that arrived; in Express: express.raw({ type: "*/*" }).',
  );
}

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** @throws WebhookError that names the headers that are missing */
function signedHeaders(headers: ReceivedHeaders): Record<string, string> {
  const received = new Map(
    headers instanceof Headers
      ? headers
      : Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const found = names.map((name) => [name, received.get(name)] as const);
  const missing = found.filter(([, value]) => !value).map(([name]) => name);
  if (missing.length === 0) return Object.fromEntries(found.map(([k, v]) => [k, String(v)]));
  throw new WebhookError(
    `The request has no ${missing.join(', ')}. Is it from the platform, and does a proxy remove headers?`,
  );
}

function explanationOf(error: unknown): string {
  const { message } = error as Error;
  if (error instanceof SyntaxError) return 'The signature is right, and the body is no JSON.';
  if (!(error instanceof WebhookVerificationError)) return message;
  if (/too (old|new)/.test(message)) {
    return 'The timestamp differs by more than five minutes from the clock here. Is the clock right? If it is, the request may be an old one that somebody repeats.';
  }
  return 'The signature does not fit. Was the body changed or parsed before, and is the secret the one of this webhook?';
}
