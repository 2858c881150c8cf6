import { dirname } from 'node:path';
import { type Outcome, outcome, runTool } from './run-tool.ts';
import { sourceFiles } from './source-files.ts';

const PROJECT = /(^|\/)tsconfig\.json$/;
const PACKAGE = /^(packages|services)\/[^/]+\/package\.json$|^tests\/package\.json$/;

const holdsModules = (folder: string, files: string[]) =>
  files.some((path) => path.startsWith(`${folder}/`) && /\.tsx?$/.test(path));

/** Checks each package with modules as a project of its own, like an editor. */
export async function checkTypes(): Promise<Outcome> {
  const files = sourceFiles();
  const projects = files.filter((path) => PROJECT.test(path)).map((path) => dirname(path));
  const unchecked = files
    .filter((path) => PACKAGE.test(path))
    .map((path) => dirname(path))
    .filter((folder) => !projects.includes(folder) && holdsModules(folder, files));
  const findings = unchecked.map((folder) => `${folder} has no tsconfig.json`);
  for (const project of projects) {
    const { ok, output } = await runTool('typescript', ['--project', project]);
    if (!ok) findings.push(output);
  }
  return outcome([...new Set(findings.flatMap((finding) => finding.split('\n')))]);
}
