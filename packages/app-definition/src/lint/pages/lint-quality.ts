import type { RulePages } from './rule-page.ts';

const attributes = (...names: string[]) => ({
  klasses: [
    {
      name: 'customer',
      metadata: { standard: true, properties: Object.fromEntries(names.map((name) => [name, {}])) },
    },
  ],
});

/** The pages of rules about security, the listing, dependencies and versions. */
export const qualityPages: RulePages = {
  'secret-in-definition': {
    why: 'Every organization that sees the app can read its definition. Revoke the credential, and let each organization enter its own in a setting of type `secret`. No output of the linter shows it.',
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
  },
  'insecure-url': {
    why: 'Everybody on the way can read and change what is sent over http.',
    wrong: { website: 'http://order-tracker.test' },
    right: { website: 'https://order-tracker.test' },
  },
  'private-host': {
    why: 'Loopback addresses, private networks (RFC 1918) and names such as `.local` and `.internal` mean another host for each user, or none. Redirect URIs on a loopback host are allowed.',
    wrong: { commands: [{ url: 'https://10.0.0.7/refunds' }] },
    right: { commands: [{ url: 'https://api.order-tracker.test/refunds' }] },
  },
  'missing-icon': {
    why: 'The directory and the consent page show the icon of the app.',
    wrong: { app: 'order_tracker', version: '1.0.0' },
    right: {
      app: 'order_tracker',
      version: '1.0.0',
      iconUrl: 'https://cdn.order-tracker.test/icon.png',
    },
    isWhole: true,
  },
  'unsatisfiable-range': {
    why: 'The app can never be installed, because no version of the dependency fits.',
    wrong: { dependencies: ['messaging_core->2.0.0 <1.0.0'] },
    right: { dependencies: ['messaging_core->=1.0.0 <2.0.0'] },
  },
  'exact-dependency': {
    why: 'The app cannot be installed beside any other version of the dependency, not even one that corrects an error. A caret range is recommended.',
    wrong: { dependencies: ['messaging_core-1.4.0'] },
    right: { dependencies: ['messaging_core-^1.4.0'] },
  },
  'changelog-order': {
    why: 'The versions ascend or descend, and a version is not dated before a lower one of the same major version. Readers look for the newest entry at one end.',
    wrong: {
      version: '1.1.0',
      changelog: { '1.1.0': '{{2024-01-31}} Refunds.', '1.0.0': '{{2024-03-14}} First release.' },
    },
    right: {
      version: '1.1.0',
      changelog: { '1.1.0': '{{2024-03-14}} Refunds.', '1.0.0': '{{2024-01-31}} First release.' },
    },
  },
  'template-text': {
    why: 'Texts such as "My app", filler text, and the hosts that RFC 2606 reserves for documentation come from a template.',
    wrong: { title: 'My app' },
    right: { title: 'Parcel finder' },
  },
  'increment-too-small': {
    why: 'Organizations rely on the number when they upgrade: a major version may remove what they use, a minor one adds, a patch corrects.',
    wrong: { version: '1.2.1' },
    right: { version: '2.0.0' },
    registry: 'Version 1.2.0 defines an action that this version removes.',
  },
  'new-roles-in-patch': {
    why: 'New roles wait for an administrator. Nobody expects that of a patch version.',
    before: { version: '1.4.0', roles: ['org.permission.customer'] },
    wrong: { version: '1.4.1', roles: ['org.permission.customer', 'org.permission.message'] },
    right: { version: '1.5.0', roles: ['org.permission.customer', 'org.permission.message'] },
  },
  'attribute-type-changed': {
    why: 'The attribute of another suffix is another attribute: its values begin empty. Keep the old one beside it.',
    before: { version: '1.4.0', ...attributes('pointsNum') },
    wrong: { version: '2.0.0', ...attributes('pointsStr') },
    right: { version: '2.0.0', ...attributes('pointsNum', 'pointsStr') },
  },
  'attribute-removed': {
    why: 'The attribute disappears from every organization that upgrades, with what it shows.',
    before: { version: '1.4.0', ...attributes('pointsNum', 'levelStr') },
    wrong: { version: '2.0.0', ...attributes('pointsNum') },
    right: { version: '2.0.0', ...attributes('pointsNum', 'levelStr') },
  },
};
