import type { Rule } from './rule.ts';

/** The rules of the linter itself. Registration does not know them. */
const rules = [
  {
    name: 'unused-action',
    title: 'Unused action',
    summary: 'The app has workflows, and no step of them runs this action.',
    expected: 'a step that runs the action',
  },
  {
    name: 'unknown-step',
    title: 'Unknown workflow step',
    summary: 'A workflow names a step that it does not have.',
    expected: 'a step of the workflow',
  },
  {
    name: 'unused-step',
    title: 'Unused workflow step',
    summary: 'The steps of a workflow name their successors, and nothing leads to this step.',
    expected: 'a step that leads to it',
  },
  {
    name: 'unused-setting',
    title: 'Unused setting',
    summary: 'No component uses a declared setting.',
    expected: 'a component that uses the setting',
  },
  {
    name: 'unused-translation',
    title: 'Unused translation',
    summary: 'No component uses a key of `i18n`.',
    expected: 'a component that uses the key',
  },
  {
    name: 'unused-custom-object',
    title: 'Unused custom object',
    summary: 'No component names a custom object that `klasses` defines.',
    expected: 'a component that names the object',
  },
  {
    name: 'missing-webhook-url',
    title: 'Component without a URL',
    summary: 'A webhook, a command or a widget has no URL to call or to show.',
    expected: 'a `url`',
  },
  {
    name: 'secret-in-definition',
    title: 'Secret in the definition',
    summary: 'A text looks like a credential. Every organization that sees the app can read it.',
    expected: 'a setting of type secret',
  },
  {
    name: 'insecure-url',
    title: 'Unencrypted URL',
    summary: 'A URL uses http.',
    expected: 'an https URL',
  },
  {
    name: 'private-host',
    title: 'Private host',
    summary: 'A URL names a host that only your own network reaches.',
    expected: 'a public host',
  },
  {
    name: 'missing-icon',
    title: 'Missing icon',
    summary: 'The app has no icon for the app directory.',
    expected: 'an `iconUrl`',
  },
  {
    name: 'unsatisfiable-range',
    title: 'Range that no version satisfies',
    summary: 'No version satisfies the range of a dependency.',
    expected: 'a range that holds a version',
  },
  {
    name: 'exact-dependency',
    title: 'Exact version of a dependency',
    summary: 'A dependency accepts a single version, which may prevent installation.',
    expected: 'a caret range',
  },
  {
    name: 'changelog-order',
    title: 'Order of the changelog',
    summary: 'The versions of the changelog are in no order, or their dates contradict it.',
    expected: 'versions and dates in one order',
  },
  {
    name: 'template-text',
    title: 'Text of a template',
    summary: 'A text of a template or of the documentation is left unchanged.',
    expected: 'your own text',
  },
  {
    name: 'increment-too-small',
    title: 'Increment that is too small',
    summary: 'The version rises less than semantic versioning requires for its changes.',
    expected: 'the increment that the changes require',
  },
  {
    name: 'new-roles-in-patch',
    title: 'New roles in a patch version',
    summary: 'A patch version asks for roles that the version before did not ask for.',
    expected: 'a minor or major version',
  },
  {
    name: 'attribute-type-changed',
    title: 'Changed type of an attribute',
    summary:
      'An attribute has another suffix than in the version before, and so another data type.',
    expected: 'the name of the version before',
  },
  {
    name: 'attribute-removed',
    title: 'Removed attribute',
    summary: 'An attribute of the version before is no longer defined.',
    expected: 'every attribute of the version before',
  },
  {
    name: 'lint-excuse',
    title: 'Excuse without effect',
    summary: '`meta.lint` names an unknown rule, an error, or gives no reason.',
    expected: 'the name of a warning, and a reason',
  },
] as const;

export type LintRuleName = (typeof rules)[number]['name'];

export const lintRules: readonly Rule[] = rules.map((rule) => ({ ...rule, severity: 'warning' }));
