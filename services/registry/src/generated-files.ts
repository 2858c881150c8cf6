import { publishedDefinitionSchema } from '@app-platform/app-definition';
import { internalContract } from '@app-platform/http-api';
import { addExamples, documentsFolderAbove, readExamples } from '@app-platform/reference';
import type { AuthenticationDependencies } from './authentication/authenticate.ts';
import { openApiDocument } from './documentation/openapi.ts';
import { type Dependencies, publicRoutes, serviceRoutes } from './server.ts';

/** No handler is called here, so there is nothing to depend on. */
const declarationsOnly = {} as Dependencies & AuthenticationDependencies;

/**
 * The documents that are committed too, so that a change of the API shows in its review. Their
 * addresses are relative, because no registry serves them. Beside them, what the OAuth service relies on.
 */
export function generatedRegistryFiles(): { name: string; content: string }[] {
  const examples = readExamples(documentsFolderAbove(import.meta.dirname));
  const text = (document: object) => `${JSON.stringify(document, null, 2)}\n`;
  return [
    {
      name: 'registry.openapi.json',
      content: text(
        addExamples(openApiDocument(publicRoutes(declarationsOnly), ''), examples, 'registry'),
      ),
    },
    {
      name: 'registry.internal.json',
      content: text(internalContract(serviceRoutes(declarationsOnly, declarationsOnly))),
    },
    { name: 'app-definition.schema.json', content: text(publishedDefinitionSchema('')) },
  ];
}
