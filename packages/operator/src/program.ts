import {
  type ChangeTagsAnswer,
  type ChangeTagsRequest,
  type CreateApiKeyRequest,
  type CreatedApiKey,
  type OperatorTag,
  operatorTags,
} from '@app-platform/contracts';
import { Command, Option } from 'commander';
import { applyCommand } from './apply-command.ts';
import { blockCommand, unblockCommand } from './block-commands.ts';
import { keysCommand } from './keys-command.ts';
import { nameCommand } from './name-command.ts';
import { organizationCommand } from './organization-command.ts';
import type { ProgramDependencies } from './program-dependencies.ts';
import { userCommand } from './user-command.ts';

/** The operator's command line. Each command prints for people, or with `--json` for programs. */
export function operatorProgram(dependencies: ProgramDependencies): Command {
  const program = new Command('operator')
    .description('Administration of the platform by its operator.')
    .showHelpAfterError();
  program.addCommand(organizationCommand(dependencies));
  program.addCommand(apiKeyCommand(dependencies));
  program.addCommand(userCommand(dependencies));
  program.addCommand(appCommand(dependencies));
  program.addCommand(nameCommand(dependencies));
  program.addCommand(keysCommand(dependencies));
  program.addCommand(applyCommand(dependencies));
  return program;
}

const json = () => new Option('--json', 'print one line of JSON');

function apiKeyCommand({ registry, print }: ProgramDependencies): Command {
  const create = new Command('create')
    .description('Create an API key for an organization.')
    .requiredOption('--organization <id>', 'the organization')
    .requiredOption('--role <role>', 'a role that the key holds; repeat for more', collect)
    .option('--name <name>', 'a name for the key', '')
    .addOption(json())
    .action(
      async (options: { organization: string; role: string[]; name: string; json?: true }) => {
        const client = await registry();
        const request: CreateApiKeyRequest = { name: options.name, roles: options.role };
        const path = `/internal/organizations/${encodeURIComponent(options.organization)}/api-keys`;
        const { id, key } = await client.call<CreatedApiKey>('POST', path, request);
        print(
          options.json
            ? JSON.stringify({ id, key })
            : `Created the API key ${id}. It is shown only now:\n${key}`,
        );
      },
    );
  return new Command('api-key').description('API keys.').addCommand(create);
}

function appCommand(dependencies: ProgramDependencies): Command {
  const { registry, print } = dependencies;
  const tag = new Command('tag')
    .description('Add or remove the tags that only the operator sets.')
    .argument('<name>', "the app's name")
    .addOption(tagOption('--add <tag>', 'a tag to add; repeat for more'))
    .addOption(tagOption('--remove <tag>', 'a tag to remove; repeat for more'))
    .addOption(json())
    .action(async (name: string, options: ChangeTagsRequest & { json?: true }) => {
      const client = await registry();
      const request: ChangeTagsRequest = { add: options.add ?? [], remove: options.remove ?? [] };
      const path = `/internal/apps/${encodeURIComponent(name)}/tags`;
      const answer = await client.call<ChangeTagsAnswer>('PATCH', path, request);
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

function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}
