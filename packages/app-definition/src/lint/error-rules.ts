import type { Rule } from './rule.ts';

type ErrorRule = Omit<Rule, 'severity'>;

/** Errors that the schema finds. */
const schemaRules: readonly ErrorRule[] = [
  {
    name: 'unknown-property',
    title: 'Unknown property',
    summary: 'The definition has a top-level property that no definition has.',
    expected: 'a property of an app definition',
  },
  {
    name: 'missing-property',
    title: 'Missing property',
    summary: 'A required property is missing.',
    expected: 'the required property',
  },
  {
    name: 'wrong-type',
    title: 'Wrong type',
    summary: 'A value has another JSON type than its property.',
    expected: 'a value of the declared type',
  },
  {
    name: 'allowed-value',
    title: 'Value that is not allowed',
    summary: 'A value is not one of those that its property accepts.',
    expected: 'one of the listed values',
  },
  {
    name: 'operator-tag',
    title: 'Tag of the operator',
    summary: 'The definition sets a tag that only the operator of the service may set.',
    expected: 'a category',
  },
  {
    name: 'text-length',
    title: 'Length of a text',
    summary: 'A text is shorter or longer than its property allows.',
    expected: 'a text within the limits',
  },
  {
    name: 'entry-count',
    title: 'Number of entries',
    summary: 'A list or a map holds fewer or more entries than its property allows.',
    expected: 'a number of entries within the limits',
  },
  {
    name: 'app-name',
    title: 'App id',
    summary: '`app` holds characters other than letters, digits and underscores.',
    expected: 'letters A–Z and a–z, digits and underscores',
  },
  {
    name: 'version',
    title: 'Version',
    summary: '`version` is not a semantic version.',
    expected: 'a semantic version',
  },
  {
    name: 'identifier',
    title: 'Identifier',
    summary: '`identifier` holds characters other than letters and digits.',
    expected: 'letters A–Z and a–z and digits',
  },
  {
    name: 'dependency',
    title: 'Dependency',
    summary: 'A dependency does not begin with the name of an app and a hyphen.',
    expected: 'the name of an app, a hyphen and a range',
  },
  {
    name: 'redirect-uri',
    title: 'Redirect URI',
    summary: 'A redirect URI cannot safely receive an authorization code.',
    expected: 'an https URI, or http on a loopback host',
  },
  {
    name: 'changelog-version',
    title: 'Version in the changelog',
    summary: 'A key of the changelog is not a semantic version.',
    expected: 'a semantic version',
  },
  {
    name: 'attribute-name',
    title: 'Name of an attribute',
    summary: 'The name of a custom attribute is not in camelCase.',
    expected: 'a camelCase name of letters and digits',
  },
];

/** Errors that JSON Schema cannot express. */
const otherRules: readonly ErrorRule[] = [
  {
    name: 'changelog-current-version',
    title: 'Current version in the changelog',
    summary: 'The changelog has no entry for the version of the definition.',
    expected: 'the current version as a key',
  },
  {
    name: 'dependency-range',
    title: 'Range of a dependency',
    summary: 'A dependency names no semantic version range.',
    expected: 'a semantic version range',
  },
  {
    name: 'redirect-uri-repeated',
    title: 'Repeated redirect URI',
    summary: 'A redirect URI appears more than once.',
    expected: 'each URI once',
  },
  {
    name: 'lifecycle-webhook-url',
    title: 'Address of a lifecycle webhook',
    summary: 'The registry cannot safely send events to the address of a lifecycle webhook.',
    expected: 'an https address that appears once',
  },
  {
    name: 'attribute-repeated',
    title: 'Repeated attribute',
    summary: 'Two elements of `klasses` define the same attribute of a standard Klass.',
    expected: 'one definition of each attribute',
  },
  {
    name: 'icon-url',
    title: 'Icon in a data URL',
    summary: '`iconUrl` is a `data:` URL that holds no image in base64.',
    expected: 'a `data:` URL of an image in base64',
  },
  {
    name: 'address-scheme',
    title: 'Scheme of an address',
    summary: 'An address has another scheme than https and http.',
    expected: 'an https or http address',
  },
  {
    name: 'display-name',
    title: 'Display name',
    summary: 'A title or the name of a developer is empty, or holds invisible characters.',
    expected: 'one line of visible characters',
  },
  {
    name: 'identifier-changed',
    title: 'Changed identifier',
    summary: '`identifier` differs from the one of earlier versions.',
    expected: 'the identifier of the first version',
  },
  {
    name: 'duplicate',
    title: 'Taken name',
    summary: 'The app id, the version or the identifier is registered already.',
    expected: 'a name that is not registered',
  },
  {
    name: 'reserved-name',
    title: 'Reserved app id',
    summary: 'The operator of the platform has reserved the app id.',
    expected: 'an app id that is not reserved',
  },
  {
    name: 'confusable-name',
    title: 'Confusable app id',
    summary: 'The app id looks like a public app of another organization.',
    expected: 'an app id that looks like no other',
  },
  {
    name: 'publisher-not-verified',
    title: 'Publisher is not verified',
    summary: 'Only a verified organization may register a public app on this platform.',
    expected: '`visibility` private, or a verified organization',
  },
];

export const errorRules: readonly Rule[] = [...schemaRules, ...otherRules].map((rule) => ({
  ...rule,
  severity: 'error',
}));
