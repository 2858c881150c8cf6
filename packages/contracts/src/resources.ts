/** Path of the registry's MCP server. */
export const MCP_PATH = '/mcp';

/** What an access token is for (RFC 8707): the registry's API, or its MCP server. */
export const resourceNames = ['api', 'mcp'] as const;
export type ResourceName = (typeof resourceNames)[number];

/**
 * The MCP server as a resource (RFC 8707): the `aud` of access tokens for it. The API's is the
 * public address itself.
 * @param baseUrl the registry's public address
 */
export function mcpResource(baseUrl: string): string {
  return baseUrl + MCP_PATH;
}

/** @param audience the registry's public address @returns undefined for any other resource */
export function resourceName(indicator: unknown, audience: string): ResourceName | undefined {
  if (indicator === audience) return 'api';
  return indicator === mcpResource(audience) ? 'mcp' : undefined;
}

/** Access tokens for the MCP server live one hour. */
export const MCP_ACCESS_TOKEN_SECONDS = 3_600;
