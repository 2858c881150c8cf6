import { generatedOauthFiles } from '@app-platform/oauth/generated-files';
import { generatedRegistryFiles } from '@app-platform/registry/generated-files';

export type GeneratedFile = {
  /** From the top of the repository. */
  file: string;
  /** What the file should hold. */
  build: () => Promise<string>;
};

/** Files that are committed and yet follow from others: `npm run generate` writes them. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
  return [...generatedRegistryFiles(), ...generatedOauthFiles()].map(({ name, content }) => ({
    file: `docs/api/${name}`,
    build: async () => content,
  }));
}
