import type { Rule } from './rule.ts';

export const identifierChanged: Rule = {
  name: 'identifier-changed',
  severity: 'error',
  title: 'Changed identifier',
  summary: '`identifier` differs from the one of earlier versions.',
  expected: 'the identifier of the first version',
  // A version without an identifier has that of the versions before.
  fix: [{ op: 'remove', path: '/identifier' }],
  why: 'The identifier is part of the names of attributes. Another identifier would detach every value that is stored. Write the first one, or leave it out.',
  wrong: { version: '1.1.0', identifier: 'orders' },
  right: { version: '1.1.0', identifier: 'ordtrk' },
  registry: 'Version 1.0.0 of the app has the identifier `ordtrk`.',
};

export const duplicate: Rule = {
  name: 'duplicate',
  severity: 'error',
  title: 'Taken name',
  summary: 'The app id, the version or the identifier is registered already.',
  expected: 'a name that is not registered',
  why: 'App ids are globally unique, versions of an app and identifiers are taken once. Choose another, and submit again with the same version.',
  wrong: { app: 'messaging_core' },
  right: { app: 'order_tracker' },
  registry: 'Another organization has the public app `messaging_core`.',
};

export const reservedName: Rule = {
  name: 'reserved-name',
  severity: 'error',
  title: 'Reserved app id',
  summary: 'The operator of the platform has reserved the app id.',
  expected: 'an app id that is not reserved',
  why: 'The operator keeps some app ids for the platform, so that no app pretends to belong to it.',
  wrong: { app: 'platform_core' },
  right: { app: 'order_tracker' },
  registry: 'The operator has reserved `platform_*`.',
};

export const confusableName: Rule = {
  name: 'confusable-name',
  severity: 'error',
  title: 'Confusable app id',
  summary: 'The app id looks like a public app of another organization.',
  expected: 'an app id that looks like no other',
  why: 'An app id that looks like that of a known app could deceive people who install it.',
  wrong: { app: 'messag1ng_core' },
  right: { app: 'order_tracker' },
  registry: 'Another organization has the public app `messaging_core`.',
};

export const publisherNotVerified: Rule = {
  name: 'publisher-not-verified',
  severity: 'error',
  title: 'Publisher is not verified',
  summary: 'Only a verified organization may register a public app on this platform.',
  expected: '`visibility` private, or a verified organization',
  why: 'On this platform the operator verifies an organization before its apps can be seen by others.',
  wrong: { visibility: 'public' },
  right: { visibility: 'private' },
  registry: 'The organization is not verified, and the platform requires that.',
};

export const unknownDependency: Rule = {
  name: 'unknown-dependency',
  severity: 'warning',
  title: 'Unknown dependency',
  warning: 'No app provides a dependency',
  summary: 'No app that the organization sees provides a dependency.',
  expected: 'the name of an app that your organization sees',
  why: 'Installation is refused until the organization sees an app of that name.',
  wrong: { dependencies: ['mesaging_core-^1.4.0'] },
  right: { dependencies: ['messaging_core-^1.4.0'] },
  registry: 'The organization sees the app `messaging_core`.',
};

export const deprecatedVersion: Rule = {
  name: 'deprecated-version',
  severity: 'warning',
  title: 'Deprecated version',
  warning: 'The developer advises against this version',
  summary: 'The developer of the app advises against this version.',
  expected: 'a version that is not deprecated',
  why: 'The developer names a reason, and often a successor. Install that one.',
  wrong: { dependencies: ['messaging_core-^1.4.0'] },
  right: { dependencies: ['messaging_core-^2.0.0'] },
  registry: 'The developer has deprecated version 1.4.0 of `messaging_core` in favour of 2.0.0.',
};

export const sharedAttribute: Rule = {
  name: 'shared-attribute',
  severity: 'warning',
  title: 'Shared attribute',
  warning: 'Another app provides an attribute of this name',
  summary: 'Another app of the organization provides an attribute of the same name.',
  expected: 'a name that no other app provides',
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
};

export const sharedCustomObject: Rule = {
  name: 'shared-custom-object',
  severity: 'warning',
  title: 'Shared custom object',
  warning: 'Another app defines a custom object of this name',
  summary: 'Another installed app of the organization defines a custom object of the same name.',
  expected: 'a name that no other app defines',
  why: 'Each app changes the records of the other. An installation and its plan name both apps. Begin the name with that of the app.',
  wrong: {
    klasses: [{ name: 'parcel' }],
    triggers: [{ eventName: 'kobject.parcel.create' }],
  },
  right: {
    klasses: [{ name: 'order_tracker_parcel' }],
    triggers: [{ eventName: 'kobject.order_tracker_parcel.create' }],
  },
  registry: 'Another installed app defines `parcel`.',
};

export const attributeInUse: Rule = {
  name: 'attribute-in-use',
  severity: 'warning',
  title: 'Attribute in use',
  warning: 'An attribute that organizations have disappears',
  summary: 'The version no longer defines an attribute that organizations have installed.',
  expected: 'every attribute that organizations have',
  why: 'The attribute disappears from organizations that upgrade, with what it shows there. Keep it, or say so in the changelog and increase the major number.',
  wrong: { version: '2.0.0' },
  right: {
    version: '2.0.0',
    klasses: [{ name: 'customer', metadata: { standard: true, properties: { pointsNum: {} } } }],
  },
  registry: 'Organizations have version 1.0.0, which defines `pointsNum` of `customer`.',
};

export const earlierVersion: Rule = {
  name: 'earlier-version',
  severity: 'warning',
  title: 'Earlier version',
  warning: 'A higher version is registered, which stays the current one',
  summary: 'The registry has a higher version of the app, which stays the current one.',
  expected: 'a version above every registered one, unless an earlier line gets a correction',
  why: 'A correction of an earlier line is right to be lower: organizations on that line may upgrade to it, and the current version stays. A new version that everybody is to get has to be the highest.',
  wrong: { version: '1.3.9' },
  right: { version: '1.4.1' },
  registry: 'Version 1.4.0 of the app is registered.',
};

export const publicByDefault: Rule = {
  name: 'public-by-default',
  severity: 'warning',
  title: 'Public by default',
  warning: 'The app is public because its definition does not say',
  summary: 'The first version of the app is public because its definition does not say otherwise.',
  expected: '`visibility` private or public',
  // Access is denied by default, and a public app cannot become private later.
  fix: [{ op: 'add', path: '/visibility', value: 'private' }],
  why: 'Every organization sees a public app and can install it. Say which one you mean.',
  wrong: { title: 'Parcel finder' },
  right: { title: 'Parcel finder', visibility: 'private' },
  registry: 'No version of the app is registered.',
};

export const incrementTooSmall: Rule = {
  name: 'increment-too-small',
  severity: 'warning',
  title: 'The version increment is too small for its changes',
  summary: 'The version rises less than semantic versioning requires for its changes.',
  expected: 'the increment that the changes require',
  why: 'Organizations rely on the number when they upgrade: a major version may remove what they use, a minor one adds, a patch corrects.',
  wrong: { version: '1.2.1' },
  right: { version: '2.0.0' },
  registry: 'Version 1.2.0 defines an action that this version removes.',
};
