/** Path of the registry's MCP server. */
export const MCP_PATH = '/mcp';

/**
 * The MCP server as a resource (RFC 8707): the `aud` of access tokens for it. The API's is the
 * public address itself.
 * @param baseUrl the registry's public address
 */
export function mcpResource(baseUrl: string): string {
  return baseUrl + MCP_PATH;
}

/** Access tokens for the MCP server live one hour. */
export const MCP_ACCESS_TOKEN_SECONDS = 3_600;
