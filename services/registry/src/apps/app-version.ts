import type { AppDefinition, Problem } from '@app-platform/contracts';
import type { NamespacedAttribute } from '../attributes/namespaced-attributes.ts';

/** What is fixed for all versions of an app. */
export type App = {
  appId: bigint;
  /** For a private app `<app>_<orgId>`. */
  name: string;
  /** The organization that first registered it. */
  organizationId: string;
  visibility: 'private' | 'public';
  identifier: string;
  clientId: string;
  /** Tags that only the operator sets. */
  operatorTags: string[];
};

/** An app as a registration finds it. */
export type RegisteredApp = Omit<App, 'appId' | 'operatorTags'> & {
  /** As text, because that is what the driver gives. */
  appId: string;
  /** Without build metadata. */
  highestVersion: string;
  /** What a new version takes over from the highest one where its definition is silent. */
  title: string;
  redirectUris: string[];
  /** Whether the version that is to be registered is there already. */
  hasVersion: boolean;
};

export type NewApp = Pick<
  App,
  'name' | 'organizationId' | 'visibility' | 'identifier' | 'clientId'
>;

/** One version, with the app that it is of. */
export type AppVersion = App & {
  versionId: bigint;
  version: string;
  /** As registered, and updated by PATCH since. */
  definition: AppDefinition;
  /** The definition's, or the version's before. */
  title: string;
  /** Likewise. */
  redirectUris: string[];
  dependencies: string[];
  /** Warnings of components that cannot work. */
  defects: Problem[];
  createdAt: Date;
  updatedAt: Date;
};

/** What a version's record shows. */
export type RecordedVersion = Omit<
  AppVersion,
  'appId' | 'versionId' | 'organizationId' | 'dependencies' | 'defects'
>;

export type NewVersion = Pick<
  AppVersion,
  'version' | 'definition' | 'title' | 'redirectUris' | 'dependencies' | 'defects'
> & {
  /** The definition as it was sent. */
  definitionText: string;
  /** The version without build metadata. */
  precedence: string;
  description: string;
  tags: string[];
  attributes: NamespacedAttribute[];
};

export type AddedVersion = Pick<AppVersion, 'createdAt' | 'operatorTags'>;
