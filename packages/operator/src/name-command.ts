import type { ReservedName, ReservedNameList, ReserveNameRequest } from '@app-platform/contracts';
import { Command } from 'commander';
import type { ProgramDependencies } from './internal-client.ts';

const PATH = '/internal/reserved-names';

/** Reserves names of public apps. */
export function nameCommand(dependencies: ProgramDependencies): Command {
  return new Command('name')
    .description('Reserved names of public apps.')
    .addCommand(reserve(dependencies))
    .addCommand(release(dependencies))
    .addCommand(list(dependencies));
}

function reserve({ registry, print }: ProgramDependencies): Command {
  return new Command('reserve')
    .description(
      'Reserve names. Names that look like them are reserved too; apps that have one stay as they are.',
    )
    .argument('<pattern>', "an app id, or with * at its end the beginning of app ids: 'acme*'")
    .option('--organization <id>', 'the only organization that may register them; without it none')
    .option('--json', 'print one line of JSON')
    .action(async (pattern: string, options: { organization?: string; json?: true }) => {
      const client = await registry();
      const request: ReserveNameRequest = {
        pattern,
        ...(options.organization !== undefined && { organizationId: options.organization }),
      };
      const reserved = await client.call<ReservedName>('POST', PATH, request);
      print(options.json ? JSON.stringify(reserved) : `Reserved ${describe(reserved)}`);
    });
}

function release({ registry, print }: ProgramDependencies): Command {
  return new Command('release')
    .description('End a reservation.')
    .argument('<pattern>', 'the pattern, as `name list` shows it')
    .option('--json', 'print one line of JSON')
    .action(async (pattern: string, { json }: { json?: true }) => {
      const client = await registry();
      const path = `${PATH}/${encodeURIComponent(pattern)}`;
      const released = await client.call<ReservedName>('DELETE', path);
      print(json ? JSON.stringify(released) : `Released ${released.pattern}`);
    });
}

function list({ registry, print }: ProgramDependencies): Command {
  return new Command('list')
    .description('List the reserved names.')
    .option('--json', 'print one line of JSON')
    .action(async ({ json }: { json?: true }) => {
      const client = await registry();
      const answer = await client.call<ReservedNameList>('GET', PATH);
      const lines = answer.names.map(describe).join('\n') || 'No name is reserved.';
      print(json ? JSON.stringify(answer) : lines);
    });
}

function describe({ pattern, organizationId }: ReservedName): string {
  return `${pattern} for ${organizationId ?? 'no organization'}`;
}
