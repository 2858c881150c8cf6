import type { Rule } from './rule.ts';

/** Has no check: `find-secrets.ts` finds the secrets once, because every finding hides them. */
export const secretInDefinition: Rule = {
  name: 'secret-in-definition',
  severity: 'warning',
  title: 'Secret in the definition',
  warning: 'The definition holds a secret',
  summary:
    'A text looks like a credential. Every organization that sees the app can read it. Registration refuses it for a public app.',
  expected: 'a setting of type secret',
  why: 'Every organization that sees the app can read its definition. Revoke the credential, and let each organization enter its own in a setting of type `secret`. For a private app it is a warning, for a public one an error, which refuses the registration. An excuse counts for fields that are named like a secret and for random text; a published format, such as a private key, has none. Placeholders like `{{settings.shop.apiKey}}` and `$API_KEY` are no secrets. Other organizations never read values of `auth` that are named like secrets. No output of the linter shows one.',
  wrong: {
    outboundWebhooks: [
      {
        url: 'https://api.order-tracker.test/webhooks',
        headers: { authorization: 'Bearer apk_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG' },
      },
    ],
  },
  right: {
    outboundWebhooks: [
      {
        url: 'https://api.order-tracker.test/webhooks',
        headers: { authorization: 'Bearer {{settings.shop.apiKey}}' },
      },
    ],
    settings: { shop: { apiKey: { type: 'secret' } } },
  },
};
