import type { RulePages } from './rule-page.ts';

/** The pages of registration's warnings. */
export const warningPages: RulePages = {
  'unparseable-url': {
    why: 'The product cannot call or show a URL without a scheme and a host. It blocks the installation where a component calls the URL.',
    wrong: { website: 'order-tracker' },
    right: { website: 'https://order-tracker.test' },
  },
  'unknown-action': {
    why: 'The workflow would stop at this step, so the app cannot be installed. Define the action, or correct its name.',
    wrong: {
      actions: [{ name: 'find_order' }],
      workflows: [{ steps: [{ action: 'find_order' }, { action: 'cancel_order' }] }],
    },
    right: {
      actions: [{ name: 'find_order' }, { name: 'cancel_order' }],
      workflows: [{ steps: [{ action: 'find_order' }, { action: 'cancel_order' }] }],
    },
  },
  'undeclared-setting': {
    why: 'A setting that is not declared has no value, and nobody can enter one.',
    wrong: {
      commands: [{ url: 'https://api.order-tracker.test/refunds', appSettings: ['shop.apiKey'] }],
    },
    right: {
      commands: [{ url: 'https://api.order-tracker.test/refunds', appSettings: ['shop.apiKey'] }],
      settings: { shop: { apiKey: { type: 'secret' } } },
    },
  },
  'missing-translation': {
    why: 'Users of that locale would see the key instead of a text. Give every locale the same keys.',
    wrong: {
      i18n: { en_us: { 'orders.title': 'Orders' }, de_de: {} },
      widgets: [{ title: '{{i18n.orders.title}}', url: 'https://apps.order-tracker.test/' }],
    },
    right: {
      i18n: { en_us: { 'orders.title': 'Orders' }, de_de: { 'orders.title': 'Bestellungen' } },
      widgets: [{ title: '{{i18n.orders.title}}', url: 'https://apps.order-tracker.test/' }],
    },
  },
  'setting-default-type': {
    why: 'The app would receive another type than the one it declares.',
    wrong: {
      commands: [{ url: '/refunds', appSettings: ['shop.timeoutSeconds'] }],
      settings: { shop: { timeoutSeconds: { type: 'number', defaultValue: '10' } } },
    },
    right: {
      commands: [{ url: '/refunds', appSettings: ['shop.timeoutSeconds'] }],
      settings: { shop: { timeoutSeconds: { type: 'number', defaultValue: 10 } } },
    },
  },
  'unknown-custom-object': {
    why: 'A view of an object that does not exist shows nothing. Define the object in `klasses`.',
    wrong: { triggers: [{ eventName: 'kobject.order.create' }] },
    right: {
      klasses: [{ name: 'order' }],
      triggers: [{ eventName: 'kobject.order.create' }],
    },
  },
  'secret-default': {
    why: 'Every organization that sees the app can read its definition. Leave the default empty, and replace the secret if it is a real one.',
    wrong: {
      commands: [{ url: '/refunds', appSettings: ['shop.apiKey'] }],
      settings: { shop: { apiKey: { type: 'secret', defaultValue: 'swordfish' } } },
    },
    right: {
      commands: [{ url: '/refunds', appSettings: ['shop.apiKey'] }],
      settings: { shop: { apiKey: { type: 'secret', required: true } } },
    },
  },
  'missing-release-date': {
    why: 'The directory shows the date of each release. The note begins with it, in double curly braces.',
    wrong: { changelog: { '1.0.0': 'First release.' } },
    right: { changelog: { '1.0.0': '{{2024-01-31}} First release.' } },
  },
  'standard-klass-as-custom-object': {
    why: 'Without `metadata.standard: true` the element defines a custom object of that name, and adds no attributes to the standard Klass.',
    wrong: {
      kviews: [{ resource: 'customer' }],
      klasses: [{ name: 'customer', metadata: { properties: { loyaltyPointsNum: {} } } }],
    },
    right: {
      kviews: [{ resource: 'customer' }],
      klasses: [
        { name: 'customer', metadata: { standard: true, properties: { loyaltyPointsNum: {} } } },
      ],
    },
  },
  'unknown-attribute-type': {
    why: 'The end of the name decides how the product stores and shows the value.',
    wrong: {
      klasses: [{ name: 'user', metadata: { standard: true, properties: { shiftCode: {} } } }],
    },
    right: {
      klasses: [{ name: 'user', metadata: { standard: true, properties: { shiftStr: {} } } }],
    },
  },
  'misspelled-property': {
    why: 'Other names are allowed here and stored as they are, so the known property has no value.',
    wrong: { kviews: [{ resource: 'customer', templates: '<p>Orders</p>' }] },
    right: { kviews: [{ resource: 'customer', template: '<p>Orders</p>' }] },
  },
  'leftover-placeholder': {
    why: 'Users would see the placeholder in the directory.',
    wrong: { description: 'TODO: say what the app does.' },
    right: { description: 'Finds the parcels of a customer.' },
  },
  'invalid-email': {
    why: 'Users of the app write to this address.',
    wrong: { appDetails: { appDeveloper: { supportEmail: 'support at order-tracker' } } },
    right: { appDetails: { appDeveloper: { supportEmail: 'support@order-tracker.test' } } },
  },
  'self-dependency': {
    why: 'The app would have to be installed before itself.',
    wrong: { app: 'order_tracker', dependencies: ['order_tracker-^1.0.0'] },
    right: { app: 'order_tracker', dependencies: ['messaging_core-^1.4.0'] },
  },
  'unknown-dependency': {
    why: 'Installation is refused until the organization sees an app of that name.',
    wrong: { dependencies: ['mesaging_core-^1.4.0'] },
    right: { dependencies: ['messaging_core-^1.4.0'] },
    registry: 'The organization sees the app `messaging_core`.',
  },
  'deprecated-version': {
    why: 'The developer names a reason, and often a successor. Install that one.',
    wrong: { dependencies: ['messaging_core-^1.4.0'] },
    right: { dependencies: ['messaging_core-^2.0.0'] },
    registry: 'The developer has deprecated version 1.4.0 of `messaging_core` in favour of 2.0.0.',
  },
  'shared-attribute': {
    why: 'Both apps would write the same attribute. Choose another name, unless that is meant.',
    wrong: {
      klasses: [{ name: 'customer', metadata: { standard: true, properties: { pointsNum: {} } } }],
    },
    right: {
      klasses: [
        { name: 'customer', metadata: { standard: true, properties: { loyaltyPointsNum: {} } } },
      ],
    },
    registry: 'Another app with the same identifier provides `pointsNum` of `customer`.',
  },
  'attribute-in-use': {
    why: 'The attribute disappears from organizations that upgrade, with what it shows there. Keep it, or say so in the changelog and increase the major number.',
    wrong: { version: '2.0.0' },
    right: {
      version: '2.0.0',
      klasses: [{ name: 'customer', metadata: { standard: true, properties: { pointsNum: {} } } }],
    },
    registry: 'Organizations have version 1.0.0, which defines `pointsNum` of `customer`.',
  },
  'earlier-version': {
    why: 'A correction of an earlier line is right to be lower: organizations on that line may upgrade to it, and the current version stays. A new version that everybody is to get has to be the highest.',
    wrong: { version: '1.3.9' },
    right: { version: '1.4.1' },
    registry: 'Version 1.4.0 of the app is registered.',
  },
  'public-by-default': {
    why: 'Every organization sees a public app and can install it. Say which one you mean.',
    wrong: { title: 'Parcel finder' },
    right: { title: 'Parcel finder', visibility: 'private' },
    registry: 'No version of the app is registered.',
  },
  'unexpected-type': {
    why: 'The component probably does not work as intended. It is stored unchanged.',
    wrong: { hooks: [{ eventName: 5 }] },
    right: { hooks: [{ eventName: 'order_tracker.order_shipped' }] },
  },
  'unexpected-value': {
    why: 'The component probably does not work as intended. It is stored unchanged.',
    wrong: { hooks: [{ eventName: 'order_tracker.order_shipped', type: 'rest' }] },
    right: { hooks: [{ eventName: 'order_tracker.order_shipped', type: 'web' }] },
  },
};
