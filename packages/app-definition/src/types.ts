import type { StandardKlass } from './attribute-types.ts';
import type { AppComponents, WithOtherFields } from './component-types.ts';
import type { AppEventType } from './schema/lifecycle-webhooks.ts';

/**
 * An accepted definition: exactly the guarantees of `validateDefinition`. Errors inside components,
 * `auth` and `roles` are warnings, so their content is unknown here; `AuthoredDefinition` has its
 * intended types.
 */
export type AppDefinition = Identity &
  Omit<DefinitionPatch, 'title'> &
  VersionedListing &
  Access &
  KviewsAndShortcuts & {
    klasses?: WithOtherFields<Klass>[];
    lifecycleWebhooks?: LifecycleWebhook[];
  } & UncheckedComponents;

/** The components as arrays and objects of anything. */
type UncheckedComponents = {
  [Name in keyof AppComponents]: Required<AppComponents>[Name] extends readonly unknown[]
    ? unknown[]
    : Record<string, unknown>;
};

/** A definition that has no warnings. */
export type AuthoredDefinition = Omit<AppDefinition, keyof AppComponents> & AppComponents;

/** Names, version and dependencies of an app. */
type Identity = {
  /** Address of the schema, for editors. */
  $schema?: string;
  /** Primary id: letters, digits and underscores, at most 128. Without the private suffix. */
  app: string;
  /** Semantic version. */
  version: string;
  /** Display name. A later version without a title keeps the last one. */
  title?: string;
  /** Without it, the app keeps its visibility; a new app is public. */
  visibility?: Visibility;
  /** Namespace of the custom attributes: 2 to 8 letters and digits, the same on every version. */
  identifier?: string;
  /** `<app_name>-<range>` each. */
  dependencies?: string[];
};

/** `private`: only the organization that registers the app may install it. */
export type Visibility = 'private' | 'public';

/** The fields that change without a new version. */
export type DefinitionPatch = {
  title?: string;
  /** Logo: a PNG of at least 1200 x 1200 pixels. */
  iconUrl?: string;
  /** Markdown. */
  description?: string;
  vendor?: string;
  website?: string;
  /** URLs of the images in the app directory. */
  screenshots?: string[];
  instructions?: string;
  releaseNotesUrl?: string;
  postInstallMessage?: string;
};

/** Fields of the app directory that belong to a version. */
type VersionedListing = {
  appDetails?: WithOtherFields<AppDetails>;
  tags?: CategoryTag[];
  /** Markdown notes by version, each beginning with `{{date}}`. */
  changelog?: Record<string, string>;
};

/** A category of the app directory. */
export type CategoryTag = 'ai' | 'analytics' | 'csat' | 'ecommerce' | 'messaging';

/** Who makes the app, what it connects to, and where its documentation is. */
export type AppDetails = {
  appDeveloper?: WithOtherFields<AppDeveloper>;
  externalPlatform?: WithOtherFields<ExternalPlatform>;
  documentationLinks?: WithOtherFields<DocumentationLink>[];
};

export type AppDeveloper = { name?: string; website?: string; supportEmail?: string };

/** The product that the app connects to. */
export type ExternalPlatform = { name?: string; website?: string };

export type DocumentationLink = { title?: string; url?: string };

/** Properties with which an externally hosted app acts for its users. */
type Access = {
  /** URIs that may receive an authorization code. */
  redirectUris?: string[];
  auth?: Record<string, unknown>;
  /** The most that the app may ask for: roles, if its author wrote them so. */
  roles?: unknown[];
};

/** Custom attributes of a standard Klass, or a custom object: see `isStandardDefinition`. */
export type Klass = {
  /** A standard Klass if `metadata.standard` is true. */
  name: string;
  metadata?: WithOtherFields<KlassMetadata>;
};

export type KlassMetadata = {
  standard?: boolean;
  /** Attributes by name if `standard` is true, otherwise anything. */
  properties?: unknown;
};

/** A klass that adds custom attributes to a standard Klass. */
export type StandardKlassDefinition = {
  name: StandardKlass;
  metadata: { standard: true; properties?: Record<string, WithOtherFields<KlassAttribute>> };
};

/** A custom attribute. */
export type KlassAttribute = { displayName?: string; example?: string };

/** Whether an accepted klass extends a standard Klass; otherwise it is a custom object. */
export function isStandardDefinition(klass: Klass): klass is Klass & StandardKlassDefinition {
  return klass.metadata?.standard === true;
}

/** An address that hears what happens to the app, in every organization. */
export type LifecycleWebhook = { url: string; events: AppEventType[] };

/** Additions to the pages on which team members work. */
type KviewsAndShortcuts = {
  kviews?: WithOtherFields<Kview>[];
  shortcuts?: WithOtherFields<Shortcut>[];
  dataSubscriptions?: DataSubscription[];
  meta?: WithOtherFields<AppMeta>;
};

/** Data subscriptions of a voice app, for the teams of its external queue. */
export type DataSubscription = 'click-to-dial' | 'status-sync';

/** A Klass view. */
export type Kview = {
  name?: string;
  /** Markup template. */
  template?: string;
  context?: string;
  resource?: string;
  meta?: WithOtherFields<KviewMeta>;
};

export type KviewMeta = { displayName?: string; icon?: string; state?: string };

/** A canned response. */
export type Shortcut = {
  name?: string;
  draft?: WithOtherFields<ShortcutDraft>;
  payload?: unknown;
  /** Ids of teams. */
  accessTeams?: string[];
  /** Ids of users. */
  accessUsers?: string[];
  conversation?: unknown;
};

export type ShortcutDraft = { text?: string; template?: string };

export type AppMeta = {
  /** External queue name of a voice app. */
  externalQueue?: string;
  /** The reasons for excusing lint rules, by the name of the rule. */
  lint?: Record<string, string>;
};
