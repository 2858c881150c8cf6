import { type AppDefinition, parseAppVersion, parseDataIcon } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { parseJson } from '@app-platform/json';
import { defineRoute } from '../../authentication/principal.ts';
import type { AppStores } from '../app-name-store.ts';
import { appVersionParameter } from '../find-app-version.ts';
import { precedenceOf } from '../precedence.ts';

const CACHE_SECONDS = 300;

/** An image of this origin must not run what it holds: SVG can hold scripts. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function iconRoute({ database }: { database: Pick<AppStores, 'apps'> }) {
  return defineRoute({
    method: 'get',
    path: '/v1/apps/available/{appVersion}/icon',
    operationId: 'readAppIcon',
    summary: 'The icon of an app, where its definition holds it as a `data:` URL',
    description: 'Needs no credential, so that pages can show it.',
    access: 'public',
    parameters: [appVersionParameter],
    responses: { 200: { description: 'The image.', contentType: 'image/*' } },
    refusals: ['not_found'],
    handle: async ({ parameters }) => {
      const { type, bytes } = await findIcon(database, parameters.appVersion);
      const headers = {
        'Content-Type': type,
        'Cache-Control': `public, max-age=${CACHE_SECONDS}`,
        'Content-Security-Policy': contentSecurityPolicy,
        'Cross-Origin-Resource-Policy': 'cross-origin',
      };
      return { status: 200, bytes, headers };
    },
  });
}

export type Icon = { type: string; bytes: Buffer };

/** The address of an icon, for pages elsewhere. A path stays one where no address is configured. */
export function absoluteIconUrl(iconUrl: string | null, baseUrl = ''): string | null {
  return iconUrl?.startsWith('/') ? `${baseUrl}${iconUrl}` : iconUrl;
}

/**
 * The icon that the definition of a version holds. Anybody may see it: browsers show it on pages
 * without a credential.
 * @throws AppError `not_found` where there is no such version, or its icon is at another address
 */
async function findIcon({ apps }: Pick<AppStores, 'apps'>, appVersion: string): Promise<Icon> {
  const reference = parseAppVersion(appVersion);
  const precedence = reference?.version && precedenceOf(reference.version);
  const text = reference && (await apps.findDefinitionText(reference.name, precedence));
  const { iconUrl = '' } = text === undefined ? {} : (parseJson(text) as AppDefinition);
  const icon = parseDataIcon(iconUrl);
  if (icon) return { type: icon.type, bytes: Buffer.from(icon.base64, 'base64') };
  const detail = `There is no icon in the definition of '${appVersion}'.`;
  throw new AppError(problem('not_found', detail, { parameter: 'appVersion' }));
}
