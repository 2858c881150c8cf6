import type {
  ChangeOrganizationRequest,
  CreateApiKeyRequest,
  CreatedApiKey,
  CreateOrganizationRequest,
  OrganizationRecord,
  SuspendedOrganizationRecord,
  SuspendOrganizationRequest,
  VerifiedOrganizationRecord,
} from '@app-platform/contracts';
import { Command } from 'commander';
import type { ProgramDependencies } from './internal-client.ts';
import {
  deleteOrganizationCommand,
  exportOrganizationCommand,
} from './organization-end-commands.ts';

const PATH = '/internal/organizations';

/** Creates organizations, and records whether the operator has checked who they are. */
export function organizationCommand(dependencies: ProgramDependencies): Command {
  return new Command('organization')
    .description('Organizations.')
    .addCommand(create(dependencies))
    .addCommand(verify(dependencies))
    .addCommand(unverify(dependencies))
    .addCommand(suspend(dependencies))
    .addCommand(resume(dependencies))
    .addCommand(exportOrganizationCommand(dependencies))
    .addCommand(deleteOrganizationCommand(dependencies));
}

function create({ registry, print }: ProgramDependencies): Command {
  return new Command('create')
    .description('Create an organization.')
    .requiredOption('--name <name>', 'the name of the organization')
    .option('--json', 'print one line of JSON')
    .action(async (options: CreateOrganizationRequest & { json?: true }) => {
      const client = await registry();
      const request: CreateOrganizationRequest = { name: options.name };
      const { id, name } = await client.call<OrganizationRecord>('POST', PATH, request);
      print(
        options.json ? JSON.stringify({ id, name }) : `Created the organization ${name}: ${id}`,
      );
    });
}

function verify(dependencies: ProgramDependencies): Command {
  return changing(dependencies, { verified: true })
    .name('verify')
    .description(
      'Record that you have checked who an organization is. The directory and the consent page show it.',
    );
}

function unverify(dependencies: ProgramDependencies): Command {
  return changing(dependencies, { verified: false })
    .name('unverify')
    .description('Take back a verification. Public apps of the organization stay public.');
}

function changing(
  { registry, print }: ProgramDependencies,
  change: ChangeOrganizationRequest,
): Command {
  return new Command()
    .argument('<id>', 'the organization')
    .option('--json', 'print one line of JSON')
    .action(async (id: string, { json }: { json?: true }) => {
      const client = await registry();
      const path = `${PATH}/${encodeURIComponent(id)}`;
      const answer = await client.call<VerifiedOrganizationRecord>('PATCH', path, change);
      const state = answer.verified ? 'is verified' : 'is not verified';
      print(json ? JSON.stringify(answer) : `The organization ${answer.name} ${state}.`);
    });
}

const suspensionOf = (id: string) => `${PATH}/${encodeURIComponent(id)}/suspension`;

function suspend({ registry, print }: ProgramDependencies): Command {
  return new Command('suspend')
    .description(
      'Refuse the credentials, sign-ins and tokens of an organization within two seconds, and hold its webhooks.',
    )
    .argument('<id>', 'the organization')
    .requiredOption('--reason <text>', 'one line, which its administrators and users see')
    .option('--json', 'print one line of JSON')
    .action(async (id: string, { reason, json }: { reason: string; json?: true }) => {
      const client = await registry();
      const request: SuspendOrganizationRequest = { reason };
      const path = suspensionOf(id);
      const answer = await client.call<SuspendedOrganizationRecord>('PUT', path, request);
      print(
        json ? JSON.stringify(answer) : `Suspended ${answer.name} since ${answer.suspended?.since}`,
      );
    });
}

function resume({ registry, print }: ProgramDependencies): Command {
  return new Command('resume')
    .description('End the suspension of an organization. Everything works as before.')
    .argument('<id>', 'the organization')
    .option('--json', 'print one line of JSON')
    .action(async (id: string, { json }: { json?: true }) => {
      const client = await registry();
      const answer = await client.call<SuspendedOrganizationRecord>('DELETE', suspensionOf(id));
      print(json ? JSON.stringify(answer) : `The organization ${answer.name} is not suspended.`);
    });
}

export function apiKeyCommand({ registry, print }: ProgramDependencies): Command {
  const create = new Command('create')
    .description('Create an API key for an organization.')
    .requiredOption('--organization <id>', 'the organization')
    .requiredOption('--role <role>', 'a role that the key holds; repeat for more', collect)
    .option('--name <name>', 'a name for the key', '')
    .option('--json', 'print one line of JSON')
    .action(
      async (options: { organization: string; role: string[]; name: string; json?: true }) => {
        const client = await registry();
        const request: CreateApiKeyRequest = { name: options.name, roles: options.role };
        const path = `${PATH}/${encodeURIComponent(options.organization)}/api-keys`;
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

function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}
