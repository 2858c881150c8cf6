import { Command } from 'commander';
import { applyPlatform } from './apply/apply-platform.ts';
import { readPlatformFile } from './apply/read-platform-file.ts';
import { failuresIn, reportLines } from './apply/report.ts';
import type { ProgramDependencies } from './program-dependencies.ts';

/** Makes organizations, API keys and users from a file. Repeating it changes nothing. */
export function applyCommand({ registry, oauth, ...output }: ProgramDependencies): Command {
  return new Command('apply')
    .description('Create the organizations, API keys and users of a file that do not exist yet.')
    .argument('<file>', 'platform.yaml')
    .option('--json', 'print one line of JSON')
    .action(async (path: string, { json }: { json?: true }) => {
      const file = await readPlatformFile(path);
      const clients = { registry: await registry(), oauth: await oauth() };
      const report = await applyPlatform(clients, file, output.reportProgress);
      output.print(json ? JSON.stringify(report) : reportLines(report));
      const failures = failuresIn(report);
      if (failures > 0) {
        throw new Error(
          `Entries that failed: ${failures}. Correct them, and apply the file again.`,
        );
      }
    });
}
