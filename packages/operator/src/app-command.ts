import {
  type BlockAppRequest,
  type BlockedAppRecord,
  type ChangeTagsRequest,
  type ChangeTagsResponse,
  type OperatorTag,
  operatorTags,
} from '@app-platform/contracts';
import { Command, Option } from 'commander';
import type { ProgramDependencies } from './internal-client.ts';

/** Operator tags and blocks of apps. */
export function appCommand(dependencies: ProgramDependencies): Command {
  const { registry, print } = dependencies;
  const tag = new Command('tag')
    .description('Add or remove the tags that only the operator sets.')
    .argument('<name>', "the app's name")
    .addOption(tagOption('--add <tag>', 'a tag to add; repeat for more'))
    .addOption(tagOption('--remove <tag>', 'a tag to remove; repeat for more'))
    .option('--json', 'print one line of JSON')
    .action(async (name: string, options: ChangeTagsRequest & { json?: true }) => {
      const client = await registry();
      const request: ChangeTagsRequest = { add: options.add ?? [], remove: options.remove ?? [] };
      const path = `/internal/apps/${encodeURIComponent(name)}/tags`;
      const answer = await client.call<ChangeTagsResponse>('PATCH', path, request);
      const tags = answer.tags.join(', ') || 'none';
      print(options.json ? JSON.stringify(answer) : `Operator's tags of ${answer.name}: ${tags}`);
    });
  return new Command('app')
    .description('Apps.')
    .addCommand(tag)
    .addCommand(blockCommand(dependencies))
    .addCommand(unblockCommand(dependencies));
}

function tagOption(flags: string, description: string): Option {
  const option = new Option(flags, description);
  return option.argParser((value: string, previous: OperatorTag[] = []) => {
    const tag = operatorTags.find((one) => one === value);
    if (!tag) throw new Error(`--${option.name()} takes one of: ${operatorTags.join(', ')}`);
    return [...previous, tag];
  });
}

const pathOf = (name: string) => `/internal/apps/${encodeURIComponent(name)}/block`;

function blockCommand({ registry, print }: ProgramDependencies): Command {
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

function unblockCommand({ registry, print }: ProgramDependencies): Command {
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
