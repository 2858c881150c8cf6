import { referenceFiles } from '@app-platform/app-definition/reference-pages';
import { rulePageFiles } from '@app-platform/app-definition/rule-pages';
import { generatedOauthFiles } from '@app-platform/oauth/generated-files';
import { generatedRegistryFiles } from '@app-platform/registry/generated-files';
import { generateApiTypes } from './api-types.ts';
import { drawArchitecture } from './architecture/drawing.ts';

export type GeneratedFile = {
  /** From the top of the repository. */
  file: string;
  build: () => Promise<string>;
};

/** Committed files that are made from the code: `npm run generate` writes them. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
  const documents = [...generatedRegistryFiles(), ...generatedOauthFiles()];
  return [
    ...documents.map(({ name, content }) => ({
      file: `docs/api/${name}`,
      build: async () => content,
    })),
    ...documents.flatMap(({ name, content }) => apiTypesOf(name, content)),
    ...rulePageFiles().map(({ name, content }) => ({
      file: `docs/lint/${name}`,
      build: async () => content,
    })),
    ...referenceFiles().map(({ name, content }) => ({
      file: `docs/${name}`,
      build: async () => content,
    })),
    { file: 'docs/architecture.svg', build: drawArchitecture },
  ];
}

/** The types that the client library has of a service's public API. */
function apiTypesOf(name: string, content: string): GeneratedFile[] {
  const service = /^(\w+)\.openapi\.json$/.exec(name)?.[1];
  if (!service) return [];
  const file = `packages/client/src/api-types/${service}.ts`;
  return [{ file, build: () => generateApiTypes(content) }];
}
