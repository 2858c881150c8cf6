/** An object may have fields beside the known ones; they are stored unchanged. */
export type WithOtherFields<Known> = Known & { [field: string]: unknown };

/**
 * The components of an app as their authors should write them. A definition that differs is
 * registered with a warning.
 */
export type AppComponents = {
  actions?: WithOtherFields<Action>[];
  commands?: WithOtherFields<Command>[];
  hooks?: WithOtherFields<Hook>[];
  /** Texts by locale and key. */
  i18n?: Record<string, Record<string, string>>;
  outboundWebhooks?: WithOtherFields<OutboundWebhook>[];
  /** Settings by category and name. */
  settings?: Record<string, Record<string, WithOtherFields<Setting>>>;
  settingsPageConfig?: WithOtherFields<SettingsPageConfig>;
  triggers?: WithOtherFields<Trigger>[];
  widgets?: WithOtherFields<Widget>[];
  workflows?: WithOtherFields<Workflow>[];
};

/** A JSON Schema, or data whose shape only the app knows. */
type AnyObject = Record<string, unknown>;

/** A workflow action that the app provides. */
export type Action = {
  name?: string;
  description?: string;
  type?: string;
  inputTemplate?: unknown;
  inputSchema?: AnyObject;
  outputTemplate?: unknown;
  outputSchema?: AnyObject;
};

/** A request that the product makes to the app for a user or a view. */
export type Command = {
  name?: string;
  displayName?: string;
  /** Absolute, a path, or with template expressions. */
  url?: string;
  httpMethod?: string;
  permittedArgs?: unknown[] | AnyObject;
  /** `{ category: { name: true } }`, `{ alias: { key: 'app.category.name' } }`, or an array of names. */
  appSettings?: unknown[] | AnyObject;
  inputSchema?: AnyObject;
  outputSchema?: AnyObject;
  cacheSeconds?: number;
};

/** An inbound webhook. */
export type Hook = {
  eventName?: string;
  displayEventName?: string;
  description?: string;
  type?: 'form' | 'web' | 'email';
};

/** An event of the app that can start a workflow. */
export type Trigger = {
  eventName?: string;
  description?: string;
  outputTemplate?: unknown;
  outputSchema?: AnyObject;
};

/** A request that the product makes to the app when an event occurs. */
export type OutboundWebhook = {
  name?: string;
  url?: string;
  events?: string[];
  headers?: Record<string, string> | { name?: string; value?: string }[];
};

/** A page of the app that the product shows in a frame. */
export type Widget = {
  name?: string;
  title?: string;
  icon?: string;
  url?: string;
  /** A number, or a string such as `20vw`. */
  width?: number | string;
  /** A number, or a string such as `40vh`. */
  height?: number | string;
  iframePermissions?: string[] | string;
};

/** A workflow that comes with the app. */
export type Workflow = {
  name?: string;
  description?: string;
  trigger?: string | AnyObject;
  /** In order, or by name. */
  steps?: WithOtherFields<WorkflowStep>[] | Record<string, WithOtherFields<WorkflowStep>>;
};

export type WorkflowStep = {
  /** An element of `actions` by name, or an action of the platform. */
  action?: unknown;
};

export type Setting = {
  type?: 'string' | 'number' | 'boolean' | 'secret';
  /** Of the declared type. */
  defaultValue?: unknown;
  required?: boolean;
  description?: string;
  hidden?: boolean;
};

/** A settings page that the app hosts itself. */
export type SettingsPageConfig = { title?: string; description?: string; url?: string };
