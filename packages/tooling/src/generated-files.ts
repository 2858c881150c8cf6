import { generatedOauthFiles } from '@app-platform/oauth/generated-files';
import { generatedRegistryFiles } from '@app-platform/registry/generated-files';
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
    { file: 'docs/architecture.svg', build: drawArchitecture },
  ];
}
