import { Command } from 'commander';
import type { ProgramDependencies } from '../internal-client.ts';
import { applyPlatform, type Outcome, type PlatformReport } from './apply-platform.ts';
import { readPlatformFile } from './read-platform-file.ts';

/** Creates the organizations, API keys and users of a file. Idempotent. */
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

type Entry = { outcome: Outcome; differs?: string[]; error?: string };

function failuresIn({ organizations }: PlatformReport): number {
  const entries: Entry[] = organizations.flatMap((one) => [one, ...one.apiKeys, ...one.users]);
  return entries.filter(({ outcome }) => outcome === 'failed').length;
}

/** The report for people. */
function reportLines({ organizations }: PlatformReport): string {
  const lines = organizations.flatMap((organization) => [
    `organization ${organization.name ?? ''} ${organization.id ?? ''}: ${say(organization)}`,
    ...organization.apiKeys.flatMap((apiKey) => [
      `  API key ${apiKey.name}: ${say(apiKey)}`,
      ...(apiKey.key ? [`    It is shown only now: ${apiKey.key}`] : []),
    ]),
    ...organization.users.flatMap((user) => [
      `  user ${user.email}: ${say(user)}`,
      ...(user.link ? [`    A link to set a password, once: ${user.link.url}`] : []),
    ]),
  ]);
  return lines.join('\n') || 'The file names no organization.';
}

function say({ outcome, differs = [], error }: Entry): string {
  if (error) return `failed: ${error}`;
  return differs.length > 0 ? `${outcome}, with other ${differs.join(' and ')}` : outcome;
}
