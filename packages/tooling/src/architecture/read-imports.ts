import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { repositoryFolder } from '../repository.ts';
import { importRules } from './import-rules.ts';

/**
 * Reads every import of the source files and what `importRules` says of it.
 * @throws where there is no import at all
 */
export async function readImports(baseDir = repositoryFolder): Promise<ICruiseResult> {
  const { output } = await cruise(
    ['services', 'packages', 'tests'],
    {
      baseDir,
      // dependency-cruiser has no support for TypeScript 7, whose compiler has no API yet.
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)(generated|dist|node_modules)/' },
      validate: true,
      ruleSet: { forbidden: importRules },
    },
    { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  );
  if (typeof output === 'string') throw new TypeError('dependency-cruiser made a report');
  // Without its parser dependency-cruiser finds none, and says nothing.
  if (output.summary.totalDependenciesCruised === 0) throw new Error('no import was found');
  return output;
}
