import { type AppDefinition, directoryTextLimits, isDataUrl } from '@app-platform/app-definition';
import { iconPath } from './app-icon.ts';
import type { DirectoryColumns } from './description-store.ts';

/** Cuts texts at the limits of the schema, which the first versions were not held to. */
export function directoryColumns(
  name: string,
  { version, description = '', iconUrl, appDetails }: AppDefinition,
  title: string,
): DirectoryColumns {
  const developer = appDetails?.appDeveloper?.name ?? null;
  return {
    title,
    description: description.slice(0, directoryTextLimits.description),
    iconUrl: iconUrl && isDataUrl(iconUrl) ? iconPath(name, version) : (iconUrl ?? null),
    developer: developer?.slice(0, directoryTextLimits.developer) ?? null,
  };
}
