import type {
  ChangeOrganizationRequest,
  CreateOrganizationRequest,
  OrganizationRecord,
  VerifiedOrganizationRecord,
} from '@app-platform/contracts';
import { Command } from 'commander';
import type { ProgramDependencies } from './program-dependencies.ts';

const PATH = '/internal/organizations';

/** Creates organizations, and records whether the operator has checked who they are. */
export function organizationCommand(dependencies: ProgramDependencies): Command {
  return new Command('organization')
    .description('Organizations.')
    .addCommand(create(dependencies))
    .addCommand(verify(dependencies))
    .addCommand(unverify(dependencies));
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
