/** The text of a component's page, beside its schema and its example. */
export type Guide = {
  /** The property of the definition. */
  name: string;
  /** Sentences; the first is in the index. */
  purpose: readonly [string, ...string[]];
  /** The rules that concern the component. */
  rules: readonly string[];
};

const anyComponent = ['unexpected-type', 'unexpected-value', 'misspelled-property'];
const urls = ['unparseable-url', 'insecure-url', 'private-host'];
const secrets = ['secret-in-definition'];

export const componentGuides: readonly Guide[] = [
  {
    name: 'actions',
    purpose: [
      'Workflow actions that the app provides.',
      'A step of a workflow, of the app or of a user, runs an action by its name. A template says which request the action sends, and what it returns of the answer.',
    ],
    rules: ['unused-action', 'unknown-action', ...urls, ...secrets, ...anyComponent],
  },
  {
    name: 'commands',
    purpose: [
      'Requests that the product makes to the app for a user or a view.',
      'A view runs a command by its name. The product calls the URL with the permitted arguments and the named settings.',
    ],
    rules: ['missing-webhook-url', 'undeclared-setting', ...urls, ...secrets, ...anyComponent],
  },
  {
    name: 'hooks',
    purpose: [
      'Addresses that the product opens for other systems to report events to.',
      'A trigger of the same `eventName` starts workflows with the event.',
    ],
    rules: anyComponent,
  },
  {
    name: 'triggers',
    purpose: [
      'Events of the app that can start a workflow.',
      'The output template selects what a workflow receives.',
    ],
    rules: anyComponent,
  },
  {
    name: 'workflows',
    purpose: [
      'Workflows that come with the app.',
      'A trigger starts a workflow, and its steps run actions of the app or of the platform. Users see the workflows after installation.',
    ],
    rules: ['unknown-action', 'unknown-step', 'unused-step', 'unused-action', ...anyComponent],
  },
  {
    name: 'outboundWebhooks',
    purpose: [
      'Requests that the product sends to the app when records change.',
      'Headers may hold settings, so that no secret is part of the definition.',
    ],
    rules: ['missing-webhook-url', 'undeclared-setting', ...urls, ...secrets, ...anyComponent],
  },
  {
    name: 'lifecycleWebhooks',
    purpose: [
      'Where the registry sends events about the app: registered, installed, upgraded, uninstalled and others.',
      'Requests have the format of Standard Webhooks and a signature. The answer to the registration that adds the webhook shows its secret once.',
    ],
    rules: ['lifecycle-webhook-url', 'private-host', ...secrets],
  },
  {
    name: 'settings',
    purpose: [
      'Values that each organization enters for the app, by category and name.',
      'Use the type `secret` for credentials: the product does not show them again.',
    ],
    rules: [
      'unused-setting',
      'undeclared-setting',
      'setting-default-type',
      'secret-default',
      ...secrets,
      ...anyComponent,
    ],
  },
  {
    name: 'settingsPageConfig',
    purpose: [
      'A settings page that the app hosts itself.',
      'The product shows the page in a frame instead of a form made from `settings`.',
    ],
    rules: [...urls, ...anyComponent],
  },
  {
    name: 'widgets',
    purpose: [
      'Pages of the app that the product shows in frames.',
      'The server of the app must allow to be framed by the product.',
    ],
    rules: ['missing-webhook-url', 'missing-translation', ...urls, ...anyComponent],
  },
  {
    name: 'kviews',
    purpose: [
      'Views that the product draws from a template of the app.',
      'A view belongs to a resource, and stands in a context such as the expanded timeline.',
    ],
    rules: ['unknown-custom-object', 'missing-translation', ...anyComponent],
  },
  {
    name: 'klasses',
    purpose: [
      'Custom attributes that the app adds to standard Klasses, and custom objects.',
      'With `metadata.standard` an element adds attributes to a standard Klass. Their names get `@` and the `identifier` of the app as prefix. Without `metadata.standard` the element defines a custom object.',
    ],
    rules: [
      'attribute-name',
      'unknown-attribute-type',
      'attribute-repeated',
      'attribute-type-changed',
      'attribute-removed',
      'attribute-in-use',
      'shared-attribute',
      'standard-klass-as-custom-object',
      'unused-custom-object',
    ],
  },
  {
    name: 'shortcuts',
    purpose: [
      'Prepared messages that the app adds to the product.',
      'Users insert a shortcut into a conversation, and workflows send it by its name.',
    ],
    rules: ['leftover-placeholder', ...anyComponent],
  },
  {
    name: 'i18n',
    purpose: [
      'Texts by locale and key.',
      'Components refer to a text as `{{i18n.<key>}}`. Every locale has the same keys.',
    ],
    rules: ['missing-translation', 'unused-translation', ...anyComponent],
  },
  {
    name: 'dependencies',
    purpose: [
      'Apps that must be installed for the app to work, with a range of versions.',
      'An entry is the name of the app, a hyphen, and a range as npm writes it.',
    ],
    rules: [
      'dependency',
      'dependency-range',
      'unsatisfiable-range',
      'exact-dependency',
      'unknown-dependency',
      'self-dependency',
    ],
  },
  {
    name: 'changelog',
    purpose: [
      'Release notes by version, in Markdown.',
      'A note begins with its date in double braces, and the current version has a note.',
    ],
    rules: [
      'changelog-version',
      'changelog-current-version',
      'changelog-order',
      'missing-release-date',
    ],
  },
  {
    name: 'redirectUris',
    purpose: [
      'Where the OAuth service may send the browser with an authorization code.',
      'A request must name one of them exactly. An app without any cannot start an authorization.',
    ],
    rules: ['redirect-uri', 'redirect-uri-repeated', 'insecure-url'],
  },
  {
    name: 'roles',
    purpose: [
      'The most that the app may ask for, as roles.',
      'A user grants at most these and at most the own roles. Roles that an upgrade adds wait for an administrator.',
    ],
    rules: ['new-roles-in-patch'],
  },
];
