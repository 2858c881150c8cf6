import type { RulePages } from './rule-page.ts';

/** The pages of errors that the schema finds. */
export const schemaErrorPages: RulePages = {
  'unknown-property': {
    why: 'A misspelled property would be ignored without a word, so the registry refuses every top-level property that it does not know. Write the name as the schema does.',
    wrong: { redirectURIs: ['https://apps.order-tracker.test/callback'] },
    right: { redirectUris: ['https://apps.order-tracker.test/callback'] },
  },
  'missing-property': {
    why: '`app` and `version` name what is registered, and every element of `klasses` needs a `name`. The registry also requires `title` on the first version of an app.',
    wrong: { app: 'order_tracker', iconUrl: 'https://cdn.order-tracker.test/icon.png' },
    right: {
      app: 'order_tracker',
      version: '0.0.1',
      iconUrl: 'https://cdn.order-tracker.test/icon.png',
    },
    isWhole: true,
  },
  'wrong-type': {
    why: 'The directory and the attribute registry rely on the types of these properties. Inside components another type is a warning, `unexpected-type`.',
    wrong: { screenshots: 'https://cdn.order-tracker.test/timeline.png' },
    right: { screenshots: ['https://cdn.order-tracker.test/timeline.png'] },
  },
  'allowed-value': {
    why: 'The property has a fixed list of values, and each has an effect. Any other would have none.',
    wrong: { visibility: 'internal' },
    right: { visibility: 'private' },
  },
  'operator-tag': {
    why: '`built-by-service` and `featured` show what the operator of the service says about an app, so an author cannot set them.',
    wrong: { tags: ['messaging', 'featured'] },
    right: { tags: ['messaging'] },
  },
  'text-length': {
    why: 'Pages and columns that show the text have a limit.',
    wrong: { title: '' },
    right: { title: 'Parcel finder' },
  },
  'entry-count': {
    why: 'A list that is given but empty is usually an error, and long lists make every page that shows them slow.',
    wrong: { tags: [] },
    right: { tags: ['ecommerce'] },
  },
  'app-name': {
    why: 'The app id is part of addresses and of the ids of app versions, in which a hyphen separates it from the version.',
    wrong: { app: 'order-tracker' },
    right: { app: 'order_tracker' },
  },
  version: {
    why: 'Upgrades and dependencies compare versions by the rules of semver.org: three numbers, without a leading v.',
    wrong: { version: 'v1.0' },
    right: { version: '1.0.0' },
  },
  identifier: {
    why: 'The identifier is part of the names of attributes, such as `@ordtrkLoyaltyPointsNum`. It has 2 to 8 letters and digits.',
    wrong: { identifier: 'ord-trk' },
    right: { identifier: 'ordtrk' },
  },
  dependency: {
    why: 'A dependency is the name of an app, a hyphen, and a semantic version range.',
    wrong: { dependencies: ['messaging_core@^1.4.0'] },
    right: { dependencies: ['messaging_core-^1.4.0'] },
  },
  'redirect-uri': {
    why: 'Whoever reads an authorization code can act for the user. So the URI uses https, or stays on the device: http on a loopback host, or a private-use scheme that holds a dot (RFC 8252). A fragment or a wildcard would let the code reach other pages.',
    wrong: { redirectUris: ['http://apps.order-tracker.test/callback'] },
    right: {
      redirectUris: ['https://apps.order-tracker.test/callback', 'http://localhost:8080/callback'],
    },
  },
  'changelog-version': {
    why: 'The directory sorts the release notes by version.',
    wrong: { changelog: { '1.0.0': '{{2024-03-14}} Refunds.', 'v0.9': '{{2024-01-31}} Trial.' } },
    right: { changelog: { '1.0.0': '{{2024-03-14}} Refunds.', '0.9.0': '{{2024-01-31}} Trial.' } },
  },
  'attribute-name': {
    why: 'The name of an attribute becomes a part of `@<identifier><Name>`, so it is in camelCase.',
    wrong: {
      klasses: [
        { name: 'customer', metadata: { standard: true, properties: { loyalty_pointsNum: {} } } },
      ],
    },
    right: {
      klasses: [
        { name: 'customer', metadata: { standard: true, properties: { loyaltyPointsNum: {} } } },
      ],
    },
  },
};
