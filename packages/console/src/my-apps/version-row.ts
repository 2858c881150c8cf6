import { useSuspenseQuery } from '@tanstack/react-query';
import { type App, versionsQuery } from '../directory/queries.ts';
import { installationCountsQuery } from './queries.ts';

/** A version as the table shows it. */
export type VersionRow = ReturnType<typeof useVersions>[number];

/** The versions of an own app, the highest first. */
export function useVersions({ name, visibility }: App) {
  const { data: versions } = useSuspenseQuery(versionsQuery(name, visibility));
  const { data: counts } = useSuspenseQuery(installationCountsQuery(name, visibility));
  return versions.map(({ attributes }, index) => ({
    version: attributes.version,
    createdAt: attributes.createdAt,
    deprecated: attributes.deprecated,
    yanked: attributes.yanked,
    blocked: attributes.blocked,
    /** The version before it. */
    before: versions[index + 1]?.attributes.version,
    organizations: counts.get(attributes.version) ?? 0,
  }));
}
