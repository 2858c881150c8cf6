import type { RulePages } from './rule-page.ts';

/** The pages of errors that JSON Schema cannot express, and of errors that only the registry finds. */
export const otherErrorPages: RulePages = {
  'changelog-current-version': {
    why: 'When a changelog is given, users expect to read in it what this version changes.',
    wrong: { version: '1.1.0', changelog: { '1.0.0': '{{2024-01-31}} First release.' } },
    right: {
      version: '1.1.0',
      changelog: { '1.1.0': '{{2024-03-14}} Refunds.', '1.0.0': '{{2024-01-31}} First release.' },
    },
  },
  'dependency-range': {
    why: 'The registry installs a version of the dependency that the range holds. A caret range, such as `^1.4.0`, is recommended.',
    wrong: { dependencies: ['messaging_core-latest'] },
    right: { dependencies: ['messaging_core-^1.4.0'] },
  },
  'redirect-uri-repeated': {
    why: 'A repeated URI is usually a copy that should have been changed.',
    wrong: {
      redirectUris: [
        'https://apps.order-tracker.test/callback',
        'https://apps.order-tracker.test/callback',
      ],
    },
    right: {
      redirectUris: [
        'https://apps.order-tracker.test/callback',
        'https://staging.order-tracker.test/callback',
      ],
    },
  },
  'lifecycle-webhook-url': {
    why: 'Deliveries are signed and sent over https to port 443, once for each event. An address with user information, a fragment or another port is refused, and each address appears once.',
    wrong: {
      lifecycleWebhooks: [
        { url: 'https://apps.order-tracker.test:8443/events', events: ['app.installed'] },
      ],
    },
    right: {
      lifecycleWebhooks: [
        { url: 'https://apps.order-tracker.test/events', events: ['app.installed'] },
      ],
    },
  },
  'attribute-repeated': {
    why: 'Two definitions of one attribute could contradict each other.',
    wrong: {
      klasses: [
        { name: 'user', metadata: { standard: true, properties: { shiftStr: {} } } },
        { name: 'user', metadata: { standard: true, properties: { shiftStr: {} } } },
      ],
    },
    right: {
      klasses: [
        { name: 'user', metadata: { standard: true, properties: { shiftStr: {}, deskNum: {} } } },
      ],
    },
  },
  'icon-url': {
    why: 'An icon inside the definition is an image in base64: png, jpeg, gif, webp or svg+xml.',
    wrong: { iconUrl: 'data:text/html,icon' },
    right: { iconUrl: 'https://cdn.order-tracker.test/icon.png' },
  },
  'address-scheme': {
    why: 'People and browsers open the addresses of a definition, and `javascript:` or `data:` would run a script there. Icons may also be images (`data:image/…`), and the addresses of the developer a mailbox (`mailto:`). Redirect URIs have a rule of their own.',
    wrong: { website: 'javascript:void(0)' },
    right: { website: 'https://order-tracker.test' },
  },
  'display-name': {
    why: 'People decide by the title and by the name of the developer whom they trust, so both show exactly what they hold: no invisible characters, and nothing that changes the direction of text.',
    wrong: { title: 'Parcel\u200bfinder' },
    right: { title: 'Parcel finder' },
  },
  'identifier-changed': {
    why: 'The identifier is part of the names of attributes. Another identifier would detach every value that is stored. Write the first one, or leave it out.',
    wrong: { version: '1.1.0', identifier: 'orders' },
    right: { version: '1.1.0', identifier: 'ordtrk' },
    registry: 'Version 1.0.0 of the app has the identifier `ordtrk`.',
  },
  duplicate: {
    why: 'App ids are globally unique, versions of an app and identifiers are taken once. Choose another, and submit again with the same version.',
    wrong: { app: 'messaging_core' },
    right: { app: 'order_tracker' },
    registry: 'Another organization has the public app `messaging_core`.',
  },
  'reserved-name': {
    why: 'The operator keeps some app ids for the platform, so that no app pretends to belong to it.',
    wrong: { app: 'platform_core' },
    right: { app: 'order_tracker' },
    registry: 'The operator has reserved `platform_*`.',
  },
  'confusable-name': {
    why: 'An app id that looks like that of a known app could deceive people who install it.',
    wrong: { app: 'messag1ng_core' },
    right: { app: 'order_tracker' },
    registry: 'Another organization has the public app `messaging_core`.',
  },
  'publisher-not-verified': {
    why: 'On this platform the operator verifies an organization before its apps can be seen by others.',
    wrong: { visibility: 'public' },
    right: { visibility: 'private' },
    registry: 'The organization is not verified, and the platform requires that.',
  },
};
