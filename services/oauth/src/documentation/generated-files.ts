import { internalContract } from '@app-platform/http-api';
import { addExamples, documentsFolderAbove, readExamples } from '@app-platform/reference';
import { type ServiceRouteDependencies, serviceRoutes } from '../api/internal-routes.ts';
import { type ApiDependencies, apiRoutes } from '../api/routes.ts';
import { openApiDocument } from './openapi.ts';

/** No handler is called here, so there is nothing to depend on. */
const declarationsOnly = {} as ApiDependencies & ServiceRouteDependencies;

/**
 * The committed OpenAPI document: a change of the API shows in its review. Its addresses are
 * relative, because no service serves it. Beside it, what the registry relies on.
 */
export function generatedOauthFiles(): { name: string; content: string }[] {
  const examples = readExamples(documentsFolderAbove(import.meta.dirname));
  const text = (document: object) => `${JSON.stringify(document, null, 2)}\n`;
  const internal = serviceRoutes(declarationsOnly);
  return [
    {
      name: 'oauth.openapi.json',
      content: text(
        addExamples(openApiDocument(apiRoutes(declarationsOnly), ''), examples, 'oauth'),
      ),
    },
    { name: 'oauth.internal.json', content: text(internalContract(internal)) },
  ];
}
