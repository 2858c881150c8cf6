import { join } from 'node:path';
import { referenceFiles } from '@app-platform/app-definition/reference-pages';
import { generatedOauthFiles } from '@app-platform/oauth/generated-files';
import { rolesPage } from '@app-platform/reference/build';
import { generatedRegistryFiles } from '@app-platform/registry/generated-files';
import { readIfPresent } from '@app-platform/runtime/read-if-present';
import { type Outcome, outcome } from './check/tools.ts';
import { architectureFile, buildArchitecturePage } from './import-diagrams.ts';
import { repositoryFolder } from './repository.ts';
import { buildRuleList, ruleListFile } from './rule-list.ts';

type GeneratedFile = {
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
    ...referenceFiles().map(({ name, content }) => ({
      file: `docs/${name}`,
      build: async () => content,
    })),
    { file: ruleListFile, build: () => buildRuleList() },
    {
      file: 'docs/roles.md',
      build: async () =>
        rolesPage({
          registry: apiNamed('registry.openapi.json', documents),
          oauth: apiNamed('oauth.openapi.json', documents),
        }),
    },
    { file: architectureFile, build: buildArchitecturePage },
  ];
}

function apiNamed(name: string, documents: readonly { name: string; content: string }[]) {
  return JSON.parse(documents.find((one) => one.name === name)?.content ?? '');
}

/** Checks that the committed generated files are current. @param files left out for all of them */
export async function generatedFilesAgree(
  repository = repositoryFolder,
  files?: readonly GeneratedFile[],
): Promise<Outcome> {
  const findings: string[] = [];
  for (const { file, build } of files ?? (await generatedFiles())) {
    const found = await readIfPresent(join(repository, file));
    if (found !== (await build())) findings.push(`${file} is stale. Run: npm run generate`);
  }
  return outcome(findings);
}
