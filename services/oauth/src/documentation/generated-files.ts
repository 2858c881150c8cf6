import { type ApiDependencies, apiRoutes } from '../api/routes.ts';
import { openApiDocument } from './openapi.ts';

/** No handler is called here, so there is nothing to depend on. */
const declarationsOnly = {} as ApiDependencies;

/**
 * The committed OpenAPI document: a change of the API shows in its review. Its addresses are
 * relative, because no service serves it.
 */
export function generatedOauthFiles(): { name: string; content: string }[] {
  const content = `${JSON.stringify(openApiDocument(apiRoutes(declarationsOnly), ''), null, 2)}\n`;
  return [{ name: 'oauth.openapi.json', content }];
}
