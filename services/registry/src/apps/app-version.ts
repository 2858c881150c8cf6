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

/** An app whose changes wait for this transaction. */
export type LockedApp = App & {
  /** Without build metadata; null before the first version. */
  highestVersion: string | null;
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

export type LatestFields = Pick<AppVersion, 'title' | 'redirectUris'>;

export type NewVersion = Pick<
  AppVersion,
  'appId' | 'version' | 'definition' | 'title' | 'redirectUris' | 'dependencies' | 'defects'
> & {
  /** The version without build metadata. */
  precedence: string;
  description: string;
  tags: string[];
  attributes: NamespacedAttribute[];
};
