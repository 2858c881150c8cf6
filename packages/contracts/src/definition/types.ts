/** An element of `klasses`. */
export type Klass = {
  name: string;
  metadata?: {
    /** Attributes on the standard Klass of that name; otherwise a custom object. */
    standard?: boolean;
    properties?: Record<string, { displayName?: string; example?: string }>;
  };
};

/**
 * An app definition that has passed {@link validateDefinition}. Components whose shape the
 * specification leaves open can hold anything, so they are unknown here.
 */
export type AppDefinition = {
  $schema?: string;
  app: string;
  version: string;
  title?: string;
  visibility?: 'private' | 'public';
  identifier?: string;
  dependencies?: string[];
  redirectUris?: string[];
  auth?: object;
  roles?: unknown[];
  iconUrl?: string;
  description?: string;
  appDetails?: {
    appDeveloper?: { name?: string; website?: string; supportEmail?: string };
    externalPlatform?: { name?: string; website?: string };
    documentationLinks?: { title?: string; url?: string }[];
  };
  tags?: string[];
  screenshots?: string[];
  changelog?: Record<string, string>;
  klasses?: Klass[];
  kviews?: object[];
  shortcuts?: object[];
  dataSubscriptions?: ('click-to-dial' | 'status-sync')[];
  meta?: { externalQueue?: string };
  actions?: unknown[];
  commands?: unknown[];
  hooks?: unknown[];
  triggers?: unknown[];
  outboundWebhooks?: unknown[];
  widgets?: unknown[];
  workflows?: unknown[];
  settings?: object;
  settingsPageConfig?: object;
  i18n?: object;
  vendor?: string;
  website?: string;
  instructions?: string;
  releaseNotesUrl?: string;
  postInstallMessage?: string;
};

/** The fields that can change without a new version. */
export type DefinitionPatch = Pick<
  AppDefinition,
  | 'title'
  | 'iconUrl'
  | 'description'
  | 'vendor'
  | 'website'
  | 'screenshots'
  | 'instructions'
  | 'releaseNotesUrl'
  | 'postInstallMessage'
>;
