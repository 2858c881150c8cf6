import { type AppDefinition, parseAppVersion, parseDataIcon } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError, parseJson } from '@app-platform/http-api';
import type { AppStores } from '../stores.ts';
import { precedenceOf } from './precedence.ts';

export type Icon = { type: string; bytes: Buffer };

/** Where the icon of a version is served that its definition holds as a `data:` URL. */
export function iconPath(name: string, version: string): string {
  return `/v1/apps/available/${name}-${encodeURIComponent(version)}/icon`;
}

/** The address of an icon, for pages elsewhere. A path stays one where no address is configured. */
export function absoluteIconUrl(iconUrl: string | null, baseUrl = ''): string | null {
  return iconUrl?.startsWith('/') ? `${baseUrl}${iconUrl}` : iconUrl;
}

/**
 * The icon that the definition of a version holds. Anybody may see it: browsers show it on pages
 * without a credential.
 * @throws AppError `not_found` where there is no such version, or its icon is at another address
 */
export async function findIcon(
  { apps }: Pick<AppStores, 'apps'>,
  appVersion: string,
): Promise<Icon> {
  const reference = parseAppVersion(appVersion);
  const precedence = reference?.version && precedenceOf(reference.version);
  const text = reference && (await apps.findDefinitionText(reference.name, precedence));
  const { iconUrl = '' } = text === undefined ? {} : (parseJson(text) as AppDefinition);
  const icon = parseDataIcon(iconUrl);
  if (icon) return { type: icon.type, bytes: Buffer.from(icon.base64, 'base64') };
  const detail = `There is no icon in the definition of '${appVersion}'.`;
  throw new AppError(problem('not_found', detail, { parameter: 'appVersion' }));
}
