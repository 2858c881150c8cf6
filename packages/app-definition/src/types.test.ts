import { describe, expect, it } from '@jest/globals';
import type {
  Action,
  Command,
  Hook,
  OutboundWebhook,
  Setting,
  SettingsPageConfig,
  Trigger,
  Widget,
  Workflow,
  WorkflowStep,
} from './component-types.ts';
import { appDefinitionSchema } from './schema/app-definition-schema.ts';
import type { JsonSchema } from './schema/json-schema.ts';
import type {
  AppDefinition,
  AppDetails,
  AppDeveloper,
  AppMeta,
  CategoryTag,
  DataSubscription,
  DocumentationLink,
  ExternalPlatform,
  Klass,
  KlassAttribute,
  KlassMetadata,
  Kview,
  KviewMeta,
  LifecycleWebhook,
  Shortcut,
  ShortcutDraft,
  Visibility,
} from './types.ts';

type JsonTypeOf<T> = unknown extends T
  ? never
  : T extends string
    ? 'string'
    : T extends number
      ? 'number'
      : T extends boolean
        ? 'boolean'
        : T extends readonly unknown[]
          ? 'array'
          : 'object';

/** The JSON types of every field: the compiler ties them to the type, the tests to the schema. */
type FieldsOf<T> = { [Field in keyof Required<T>]: readonly JsonTypeOf<Required<T>[Field]>[] };

const anything: [] = [];
const string = ['string'] as const;
const number = ['number'] as const;
const boolean = ['boolean'] as const;
const array = ['array'] as const;
const object = ['object'] as const;

const definition: FieldsOf<AppDefinition> = {
  $schema: string,
  app: string,
  version: string,
  title: string,
  visibility: string,
  identifier: string,
  dependencies: array,
  iconUrl: string,
  description: string,
  vendor: string,
  website: string,
  screenshots: array,
  instructions: string,
  releaseNotesUrl: string,
  postInstallMessage: string,
  appDetails: object,
  tags: array,
  changelog: object,
  redirectUris: array,
  auth: object,
  roles: array,
  klasses: array,
  kviews: array,
  shortcuts: array,
  dataSubscriptions: array,
  meta: object,
  actions: array,
  triggers: array,
  workflows: array,
  commands: array,
  hooks: array,
  outboundWebhooks: array,
  lifecycleWebhooks: array,
  settings: object,
  settingsPageConfig: object,
  widgets: array,
  i18n: object,
};

const appDetails: FieldsOf<AppDetails> = {
  appDeveloper: object,
  externalPlatform: object,
  documentationLinks: array,
};
const appDeveloper: FieldsOf<AppDeveloper> = {
  name: string,
  website: string,
  supportEmail: string,
};
const externalPlatform: FieldsOf<ExternalPlatform> = { name: string, website: string };
const documentationLink: FieldsOf<DocumentationLink> = { title: string, url: string };
const klass: FieldsOf<Klass> = { name: string, metadata: object };
const klassMetadata: FieldsOf<KlassMetadata> = { standard: boolean, properties: anything };
const klassAttribute: FieldsOf<KlassAttribute> = { displayName: string, example: string };
const kview: FieldsOf<Kview> = {
  name: string,
  template: string,
  context: string,
  resource: string,
  meta: object,
};
const kviewMeta: FieldsOf<KviewMeta> = { displayName: string, icon: string, state: string };
const shortcut: FieldsOf<Shortcut> = {
  name: string,
  draft: object,
  payload: anything,
  accessTeams: array,
  accessUsers: array,
  conversation: anything,
};
const shortcutDraft: FieldsOf<ShortcutDraft> = { text: string, template: string };
const appMeta: FieldsOf<AppMeta> = { externalQueue: string, lint: object };
const action: FieldsOf<Action> = {
  name: string,
  description: string,
  type: string,
  inputTemplate: anything,
  inputSchema: object,
  outputTemplate: anything,
  outputSchema: object,
};
const command: FieldsOf<Command> = {
  name: string,
  displayName: string,
  url: string,
  httpMethod: string,
  permittedArgs: ['array', 'object'],
  appSettings: ['array', 'object'],
  inputSchema: object,
  outputSchema: object,
  cacheSeconds: number,
};
const hook: FieldsOf<Hook> = {
  eventName: string,
  displayEventName: string,
  description: string,
  type: string,
};
const trigger: FieldsOf<Trigger> = {
  eventName: string,
  description: string,
  outputTemplate: anything,
  outputSchema: object,
};
const outboundWebhook: FieldsOf<OutboundWebhook> = {
  name: string,
  url: string,
  events: array,
  headers: ['object', 'array'],
};
const widget: FieldsOf<Widget> = {
  name: string,
  title: string,
  icon: string,
  url: string,
  width: ['number', 'string'],
  height: ['number', 'string'],
  iframePermissions: ['array', 'string'],
};
const workflow: FieldsOf<Workflow> = {
  name: string,
  description: string,
  trigger: ['object', 'string'],
  steps: ['array', 'object'],
};
const workflowStep: FieldsOf<WorkflowStep> = { action: anything };
const lifecycleWebhook: FieldsOf<LifecycleWebhook> = { url: string, events: array };
const setting: FieldsOf<Setting> = {
  type: string,
  defaultValue: anything,
  required: boolean,
  description: string,
  hidden: boolean,
};
const settingsPageConfig: FieldsOf<SettingsPageConfig> = {
  title: string,
  description: string,
  url: string,
};

/** The schema behind a path of names, `[]` for an element `{}` for a map's value, `?` for `then`. */
function schemaAt(path: string): JsonSchema {
  let schema: JsonSchema = appDefinitionSchema;
  for (const step of path.split('/').filter((name) => name !== '')) {
    const next = { '[]': schema.items, '{}': schema.additionalProperties, '?': schema.then }[step];
    schema = next || schema.properties?.[step] || {};
  }
  return schema;
}

const attributePath = 'klasses/[]/?/metadata/properties/{}';

describe('the types and the schema', () => {
  it.each([
    ['', definition],
    ['appDetails', appDetails],
    ['appDetails/appDeveloper', appDeveloper],
    ['appDetails/externalPlatform', externalPlatform],
    ['appDetails/documentationLinks/[]', documentationLink],
    ['klasses/[]', klass],
    ['klasses/[]/metadata', klassMetadata],
    [attributePath, klassAttribute],
    ['kviews/[]', kview],
    ['kviews/[]/meta', kviewMeta],
    ['shortcuts/[]', shortcut],
    ['shortcuts/[]/draft', shortcutDraft],
    ['meta', appMeta],
    ['actions/[]', action],
    ['commands/[]', command],
    ['hooks/[]', hook],
    ['triggers/[]', trigger],
    ['outboundWebhooks/[]', outboundWebhook],
    ['lifecycleWebhooks/[]', lifecycleWebhook],
    ['widgets/[]', widget],
    ['workflows/[]', workflow],
    ['workflows/[]/steps/[]', workflowStep],
    ['settings/{}/{}', setting],
    ['settingsPageConfig', settingsPageConfig],
  ])('name the same fields of the same types at "%s"', (path, fields) => {
    const inSchema = Object.entries(schemaAt(path).properties ?? {}).map(
      ([name, { type }]) => [name, [type ?? []].flat()] as const,
    );
    expect(Object.fromEntries(inSchema)).toEqual(fields);
  });

  it('name the same choices', () => {
    const visibility: Record<Visibility, true> = { private: true, public: true };
    const tag: Record<CategoryTag, true> = {
      ai: true,
      analytics: true,
      csat: true,
      ecommerce: true,
      messaging: true,
    };
    const subscription: Record<DataSubscription, true> = {
      'click-to-dial': true,
      'status-sync': true,
    };
    const hookType: Record<NonNullable<Hook['type']>, true> = {
      form: true,
      web: true,
      email: true,
    };
    const settingType: Record<NonNullable<Setting['type']>, true> = {
      string: true,
      number: true,
      boolean: true,
      secret: true,
    };
    expect(schemaAt('visibility').enum).toEqual(Object.keys(visibility));
    expect(schemaAt('tags/[]').enum).toEqual(Object.keys(tag));
    expect(schemaAt('dataSubscriptions/[]').enum).toEqual(Object.keys(subscription));
    expect(schemaAt('hooks/[]/type').enum).toEqual(Object.keys(hookType));
    expect(schemaAt('settings/{}/{}/type').enum).toEqual(Object.keys(settingType));
  });
});
