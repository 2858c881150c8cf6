import { defineRoute } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { findIcon } from './app-icon.ts';
import { appVersionParameter } from './name-parameters.ts';

const CACHE_SECONDS = 300;

/** An image of this origin must not run what it holds: SVG can hold scripts. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function iconRoute({ database }: Dependencies) {
  return defineRoute<Principal, undefined>({
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
      const { type, bytes } = await findIcon(database, String(parameters.appVersion));
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
