import { openApiDocument } from './openapi.ts';

/**
 * The committed OpenAPI document: a change of the API shows in its review. Its addresses are
 * relative, because no service serves it.
 */
export function generatedOauthFiles(): { name: string; content: string }[] {
  const content = `${JSON.stringify(openApiDocument(''), null, 2)}\n`;
  return [{ name: 'oauth.openapi.json', content }];
}
