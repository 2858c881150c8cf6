import { definitionSchemaPath, publishedDefinitionSchema } from '@app-platform/app-definition';
import { type RoleRequirement, readApps } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { documentsFolderAbove, listPages, readPage } from '@app-platform/reference';
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type ScopeChallengeHandler,
} from '@modelcontextprotocol/server';
import type { AppStores } from '../apps/app-name-store.ts';
import { servedVersion } from '../apps/available-app.ts';
import { findAppVersion } from '../apps/find-app-version.ts';
import { registeredDefinition } from '../apps/registered-definition.ts';
import type { Reading } from '../database/database.ts';
import { appDocumentation, documentationUri } from './app-documentation.ts';
import { type CallDependencies, recordCall, requirePolicy } from './call-tool.ts';
import { type AssistantCall, ToolRefusal } from './tool.ts';

export type ResourceDependencies = CallDependencies & {
  database: Reading<AppStores>;
  oauth: { audience: string };
};

const MARKDOWN = 'text/markdown';
const documents = documentsFolderAbove(import.meta.dirname);

const sections = [
  {
    section: 'components',
    title: 'Component',
    description: 'What a component of a definition is.',
  },
  { section: 'lint', title: 'Lint rule', description: 'Why a rule is there, with examples.' },
] as const;

/** The schema of definitions, the pages of components and lint rules, and the documentation of apps. */
export function addResources(
  server: McpServer,
  dependencies: ResourceDependencies,
  call: AssistantCall,
  challenge: (access: RoleRequirement) => ScopeChallengeHandler,
): void {
  const { audience } = dependencies.oauth;
  server.registerResource(
    'definition-schema',
    audience + definitionSchemaPath,
    {
      title: 'Schema of app definitions',
      description: 'JSON Schema.',
      mimeType: 'application/schema+json',
    },
    (uri) => ({
      contents: [
        {
          ...{ uri: uri.href, mimeType: 'application/schema+json' },
          text: JSON.stringify(publishedDefinitionSchema(audience)),
        },
      ],
    }),
  );
  for (const one of sections) addPages(server, audience, one);
  server.registerResource(
    'app-documentation',
    new ResourceTemplate(documentationUri('{name}'), { list: undefined }),
    {
      title: 'Documentation of an app',
      description: 'What an app is, adds and changed, as its publisher says.',
      mimeType: MARKDOWN,
      scopeChallenge: challenge(readApps),
    },
    async (uri, { name }) => {
      const text = await readAppDocumentation(dependencies, call, String(name));
      return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text }] };
    },
  );
}

function addPages(
  server: McpServer,
  audience: string,
  { section, title, description }: (typeof sections)[number],
): void {
  const address = (name: string) => `${audience}/docs/${section}/${name}`;
  const list = async () => {
    const names = await listPages(documents, section);
    return {
      resources: names.map((name) => ({
        ...{ uri: address(name), name, title: `${title} ${name}`, mimeType: MARKDOWN },
      })),
    };
  };
  server.registerResource(
    section,
    new ResourceTemplate(address('{name}'), { list }),
    { title, description, mimeType: MARKDOWN },
    async (uri) => {
      const text = await readPage(documents, uri.pathname, {
        ...{ sections: [section], documents: [] },
      });
      if (text === undefined) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text }] };
    },
  );
}

async function readAppDocumentation(
  dependencies: ResourceDependencies,
  call: AssistantCall,
  app: string,
): Promise<string> {
  const { assistant } = call;
  const { organizationId } = assistant;
  try {
    await requirePolicy(dependencies, assistant, false);
    const reading = dependencies.database.reading(organizationId);
    const found = await findAppVersion(reading, assistant, {
      ...{ text: app, source: { parameter: 'uri' } },
    });
    const isOwn = found.organizationId === organizationId;
    const definition = registeredDefinition(servedVersion(found, { isOwn }));
    await recordCall(dependencies, call, documentationUri(found.name), { outcome: 'succeeded' });
    return appDocumentation(found, definition);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) {
      throw new ResourceNotFoundError(documentationUri(app));
    }
    const { InternalError, InvalidParams, InvalidRequest } = ProtocolErrorCode;
    if (error instanceof ToolRefusal) {
      throw new ProtocolError(InvalidRequest, `${error.message} ${error.next}`);
    }
    if (!(error instanceof AppError)) throw error;
    const code = error.status >= 500 ? InternalError : InvalidParams;
    throw new ProtocolError(code, error.problems[0]?.detail ?? '');
  }
}
