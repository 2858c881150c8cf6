import { mcpResource, roles } from '@app-platform/contracts';
import type { ResourceChallenge } from '@app-platform/http-api';
import { documentRoute } from '@app-platform/reference';
import { Router } from 'express';

/** RFC 9728 section 3.1: the path of a resource follows it. */
const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** What a client asks for first: reading. */
const defaultScope = roles.appPermissions;

type Addresses = {
  /** The OAuth service's public address. */
  issuer: string;
  /** This service's public address. */
  audience: string;
};

/** A resource of this service. Tokens for one are refused by the other. */
type ProtectedResource = {
  /** Identifies it (RFC 8707): the `aud` of its tokens. */
  resource: string;
  name: string;
  path: string;
  scopes: readonly string[];
};

export const apiResource = ({ audience }: Addresses): ProtectedResource => ({
  resource: audience,
  name: "The registry's API",
  path: METADATA_PATH,
  scopes: Object.values(roles),
});

export const assistantResource = ({ audience }: Addresses): ProtectedResource => {
  const resource = mcpResource(audience);
  return {
    resource,
    name: "The registry's MCP server",
    path: METADATA_PATH + new URL(resource).pathname,
    scopes: [roles.appPermissions, roles.apps],
  };
};

/** What challenges say of a resource. */
export function challengeOf({ audience }: Addresses, { path }: ProtectedResource) {
  return { metadataUrl: audience + path, defaultScope } satisfies ResourceChallenge;
}

/** The metadata of each resource (RFC 9728). `offline_access` is no scope of a resource. */
export function protectedResourceRoutes(
  { issuer, audience }: Addresses,
  resources: readonly ProtectedResource[],
): Router {
  const router = Router();
  for (const { resource, name, path, scopes } of resources) {
    const metadata = {
      resource,
      resource_name: name,
      authorization_servers: [issuer],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
      resource_documentation: `${audience}/docs`,
    };
    router.use(documentRoute(path, metadata));
  }
  return router;
}
