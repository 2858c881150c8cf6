import type { RecordedVersion } from './app-version.ts';

/** The specification's response resource for an app version. */
export type AvailableApp = {
  type: 'available_app';
  /** `<name>-<version>` */
  id: string;
  attributes: Record<string, unknown>;
};

/** The record of a version: what its developer wrote, and what the registry adds to it. */
export function availableApp(version: RecordedVersion): AvailableApp {
  const { definition, name, visibility, identifier, clientId, title, redirectUris } = version;
  const tags = allTags(version);
  return {
    type: 'available_app',
    id: appVersionId(version),
    attributes: {
      ...definition,
      name,
      auth: definition.auth ?? {},
      version: version.version,
      visibility,
      redirectUris,
      clientId,
      identifier,
      title,
      ...(tags && { tags }),
      createdAt: version.createdAt.toISOString(),
      updatedAt: version.updatedAt.toISOString(),
    },
  };
}

function allTags({ definition, operatorTags }: RecordedVersion): string[] | undefined {
  return operatorTags.length > 0 ? [...(definition.tags ?? []), ...operatorTags] : definition.tags;
}

export function appVersionId({ name, version }: Pick<RecordedVersion, 'name' | 'version'>): string {
  return `${name}-${version}`;
}
