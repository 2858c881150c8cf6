import type { Rule } from './rule.ts';

export const unknownProperty: Rule = {
  name: 'unknown-property',
  severity: 'error',
  title: 'Unknown property',
  summary: 'The definition has a top-level property that no definition has.',
  expected: 'a property of an app definition',
  why: 'A misspelled property would be ignored without a word, so the registry refuses every top-level property that it does not know. Write the name as the schema does.',
  wrong: { redirectURIs: ['https://apps.order-tracker.test/callback'] },
  right: { redirectUris: ['https://apps.order-tracker.test/callback'] },
};

export const missingProperty: Rule = {
  name: 'missing-property',
  severity: 'error',
  title: 'Missing property',
  summary: 'A required property is missing.',
  expected: 'the required property',
  why: '`app` and `version` name what is registered, and every element of `klasses` needs a `name`. The registry also requires `title` on the first version of an app.',
  wrong: { app: 'order_tracker', iconUrl: 'https://cdn.order-tracker.test/icon.png' },
  right: {
    app: 'order_tracker',
    version: '0.0.1',
    iconUrl: 'https://cdn.order-tracker.test/icon.png',
  },
  isWhole: true,
};

export const wrongType: Rule = {
  name: 'wrong-type',
  severity: 'error',
  title: 'Wrong type',
  summary: 'A value has another JSON type than its property.',
  expected: 'a value of the declared type',
  why: 'The directory and the attribute registry rely on the types of these properties. Inside components another type is a warning, `unexpected-type`.',
  wrong: { screenshots: 'https://cdn.order-tracker.test/timeline.png' },
  right: { screenshots: ['https://cdn.order-tracker.test/timeline.png'] },
};

export const allowedValue: Rule = {
  name: 'allowed-value',
  severity: 'error',
  title: 'Value that is not allowed',
  summary: 'A value is not one of those that its property accepts.',
  expected: 'one of the listed values',
  why: 'The property has a fixed list of values, and each has an effect. Any other would have none.',
  wrong: { visibility: 'internal' },
  right: { visibility: 'private' },
};

export const operatorTag: Rule = {
  name: 'operator-tag',
  severity: 'error',
  title: 'Tag of the operator',
  summary: 'The definition sets a tag that only the operator of the service may set.',
  expected: 'a category',
  why: '`built-by-service` and `featured` show what the operator of the service says about an app, so an author cannot set them.',
  wrong: { tags: ['messaging', 'featured'] },
  right: { tags: ['messaging'] },
};

export const textLength: Rule = {
  name: 'text-length',
  severity: 'error',
  title: 'Length of a text',
  summary: 'A text is shorter or longer than its property allows.',
  expected: 'a text within the limits',
  why: 'Pages and columns that show the text have a limit.',
  wrong: { title: '' },
  right: { title: 'Parcel finder' },
};

export const entryCount: Rule = {
  name: 'entry-count',
  severity: 'error',
  title: 'Number of entries',
  summary: 'A list or a map holds fewer or more entries than its property allows.',
  expected: 'a number of entries within the limits',
  why: 'A list that is given but empty is usually an error, and long lists make every page that shows them slow.',
  wrong: { tags: [] },
  right: { tags: ['ecommerce'] },
};

export const appName: Rule = {
  name: 'app-name',
  severity: 'error',
  title: 'App id',
  summary: '`app` holds characters other than letters, digits and underscores.',
  expected: 'letters A–Z and a–z, digits and underscores',
  why: 'The app id is part of addresses and of the ids of app versions, in which a hyphen separates it from the version.',
  wrong: { app: 'order-tracker' },
  right: { app: 'order_tracker' },
};

export const identifier: Rule = {
  name: 'identifier',
  severity: 'error',
  title: 'Identifier',
  summary: '`identifier` holds characters other than letters and digits.',
  expected: 'letters A–Z and a–z and digits',
  why: 'The identifier is part of the names of attributes, such as `@ordtrkLoyaltyPointsNum`. It has 2 to 8 letters and digits.',
  wrong: { identifier: 'ord-trk' },
  right: { identifier: 'ordtrk' },
};

export const unexpectedType: Rule = {
  name: 'unexpected-type',
  severity: 'warning',
  title: 'Unexpected type in a component',
  warning: 'A component holds a value of an unexpected type',
  summary: 'A component holds a value of another JSON type than its description.',
  expected: 'a value of the described type',
  why: 'The component probably does not work as intended. It is stored unchanged.',
  wrong: { hooks: [{ eventName: 5 }] },
  right: { hooks: [{ eventName: 'order_tracker.order_shipped' }] },
};

export const unexpectedValue: Rule = {
  name: 'unexpected-value',
  severity: 'warning',
  title: 'Unexpected value in a component',
  warning: 'A component holds an unexpected value',
  summary: 'A component holds a value that its description does not allow.',
  expected: 'a value as described',
  why: 'The component probably does not work as intended. It is stored unchanged.',
  wrong: { hooks: [{ eventName: 'order_tracker.order_shipped', type: 'rest' }] },
  right: { hooks: [{ eventName: 'order_tracker.order_shipped', type: 'web' }] },
};
