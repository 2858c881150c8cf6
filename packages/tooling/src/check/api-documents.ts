import { type Outcome, outcome, runTool } from './run-tool.ts';

/** The committed documents, which the services serve too. */
const documents = ['docs/api/registry.openapi.json', 'docs/api/oauth.openapi.json'];

/** Lints OpenAPI documents by the recommended rules of Redocly and Spectral; a warning fails too. */
export async function lintApiDocuments(files = documents): Promise<Outcome> {
  const results = await Promise.all([
    runTool('redocly', ['lint', '--config', 'packages/tooling/redocly.yaml', ...files]),
    runTool('spectral', [
      'lint',
      '--quiet',
      '--ruleset=packages/tooling/spectral.json',
      '--fail-severity=hint',
      ...files,
    ]),
  ]);
  return outcome(results.filter(({ ok }) => !ok).map(({ output }) => output));
}
