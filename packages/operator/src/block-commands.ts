import type { BlockAppRequest, BlockedAppRecord } from '@app-platform/contracts';
import { Command } from 'commander';
import type { ProgramDependencies } from './program-dependencies.ts';

const pathOf = (name: string) => `/internal/apps/${encodeURIComponent(name)}/block`;

export function blockCommand({ registry, print }: ProgramDependencies): Command {
  return new Command('block')
    .description(
      'End all access of an app within two seconds, and refuse installations, authorizations and tokens.',
    )
    .argument('<name>', "the app's name")
    .requiredOption('--reason <text>', 'one line, which developers, administrators and users see')
    .option('--json', 'print one line of JSON')
    .action(async (name: string, { reason, json }: { reason: string; json?: true }) => {
      const client = await registry();
      const request: BlockAppRequest = { reason };
      const answer = await client.call<BlockedAppRecord>('PUT', pathOf(name), request);
      print(
        json ? JSON.stringify(answer) : `Blocked ${answer.name} since ${answer.blocked?.since}`,
      );
    });
}

export function unblockCommand({ registry, print }: ProgramDependencies): Command {
  return new Command('unblock')
    .description('End the block of an app. Tokens and consents from before stay void.')
    .argument('<name>', "the app's name")
    .option('--json', 'print one line of JSON')
    .action(async (name: string, { json }: { json?: true }) => {
      const client = await registry();
      const answer = await client.call<BlockedAppRecord>('DELETE', pathOf(name));
      print(json ? JSON.stringify(answer) : `${answer.name} is not blocked.`);
    });
}
