import type { WarningCode } from '../warning-kinds.ts';
import type { Rule } from './rule.ts';

/** The code of a warning in kebab-case. */
type RuleName<Code extends string> = Code extends `${infer First}_${infer Rest}`
  ? `${First}-${RuleName<Rest>}`
  : Code;

/** A rule for each warning of registration. */
const rules: Record<
  RuleName<Exclude<WarningCode, 'more_warnings'>>,
  Omit<Rule, 'name' | 'severity'>
> = {
  'unparseable-url': {
    title: 'URL that cannot be read',
    summary: 'A URL is not an absolute http or https URL.',
    expected: 'an absolute https URL',
  },
  'unknown-action': {
    title: 'Unknown action',
    summary: 'A workflow step runs an action that the app does not define.',
    expected: 'the name of an action',
  },
  'undeclared-setting': {
    title: 'Undeclared setting',
    summary: 'A component uses a setting that `settings` does not declare.',
    expected: 'a declared setting',
  },
  'missing-translation': {
    title: 'Missing translation',
    summary:
      'A locale lacks a key of another locale, or a component uses a key that no locale has.',
    expected: 'the same keys in every locale',
  },
  'setting-default-type': {
    title: 'Type of a default value',
    summary: 'The default value of a setting is not of its declared type.',
    expected: 'a default of the declared type',
  },
  'unknown-custom-object': {
    title: 'Unknown custom object',
    summary: 'A component names a custom object that `klasses` does not define.',
    expected: 'a custom object of the app',
  },
  'secret-default': {
    title: 'Default value of a secret',
    summary: 'A setting that holds a secret has a default value, which everybody can read.',
    expected: 'no default value',
  },
  'missing-release-date': {
    title: 'Missing release date',
    summary: 'A release note does not begin with its date in double curly braces.',
    expected: 'a date in double curly braces',
  },
  'standard-klass-as-custom-object': {
    title: 'Standard Klass as a custom object',
    summary:
      'An element of `klasses` has the name of a standard Klass but lacks `metadata.standard`.',
    expected: '`metadata.standard` true',
  },
  'unknown-attribute-type': {
    title: 'Attribute without a type',
    summary: 'The end of the name of an attribute gives no data type.',
    expected: 'a name that ends in Num, Str, At, Txt, Bool or Url',
  },
  'misspelled-property': {
    title: 'Misspelled property',
    summary: 'The name of a nested property is nearly a known one.',
    expected: 'a known name',
  },
  'leftover-placeholder': {
    title: 'Placeholder of a template',
    summary: 'A text holds a placeholder that its author has not replaced.',
    expected: 'your own text',
  },
  'invalid-email': {
    title: 'E-mail address that cannot be read',
    summary: '`supportEmail` is not an e-mail address.',
    expected: 'an e-mail address',
  },
  'self-dependency': {
    title: 'Dependency on itself',
    summary: 'The app depends on itself.',
    expected: 'the name of another app',
  },
  'unknown-dependency': {
    title: 'Unknown dependency',
    summary: 'No app that the organization sees provides a dependency.',
    expected: 'the name of an app that your organization sees',
  },
  'deprecated-version': {
    title: 'Deprecated version',
    summary: 'The developer of the app advises against this version.',
    expected: 'a version that is not deprecated',
  },
  'shared-attribute': {
    title: 'Shared attribute',
    summary: 'Another app of the organization provides an attribute of the same name.',
    expected: 'a name that no other app provides',
  },
  'attribute-in-use': {
    title: 'Attribute in use',
    summary: 'The version no longer defines an attribute that organizations have installed.',
    expected: 'every attribute that organizations have',
  },
  'earlier-version': {
    title: 'Earlier version',
    summary: 'The registry has a higher version of the app, which stays the current one.',
    expected: 'a version above every registered one, unless an earlier line gets a correction',
  },
  'public-by-default': {
    title: 'Public by default',
    summary:
      'The first version of the app is public because its definition does not say otherwise.',
    expected: '`visibility` private or public',
  },
  'unexpected-type': {
    title: 'Unexpected type in a component',
    summary: 'A component holds a value of another JSON type than its description.',
    expected: 'a value of the described type',
  },
  'unexpected-value': {
    title: 'Unexpected value in a component',
    summary: 'A component holds a value that its description does not allow.',
    expected: 'a value as described',
  },
};

export const warningRules: readonly Rule[] = Object.entries(rules).map(([name, rule]) => ({
  name,
  severity: 'warning',
  ...rule,
}));
