import { openApiDocument } from './openapi.ts';

/** The document that is committed too, so that a change of the API shows in its review. */
export function generatedOauthFiles(): { name: string; content: string }[] {
  const content = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
  return [{ name: 'oauth.openapi.json', content }];
}
