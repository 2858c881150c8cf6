import type { Command } from 'commander';
import { adviseCommands } from '../advised-commands.ts';
import { CommandFailure, exitCodes, refusedUsage } from '../failure.ts';
import { type CommandContext, commandAction } from '../run-command.ts';
import { Registry } from '../session/registry.ts';

type Options = { organization?: string; user?: string };
type Check = { name: string; status: 'passed' | 'failed' | 'unknown'; detail: string };

/** The registry refuses these fields, and they must not leave this machine. */
const SECRETS = ['client_secret', 'code', 'refresh_token', 'code_verifier', 'client_assertion'];

const EXPECTED =
  'Give the address that the browser was sent to (https://…/oauth/authorize?client_id=…), or the form of a token request (grant_type=…&client_id=…).';

export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('Tell why an authorization or token request of an app fails.')
    .argument(
      '<request>',
      'the address that the browser was sent to, or the form of a token request',
    )
    .option('--organization <id>', 'whose user it was; your own organization without it')
    .option(
      '--user <user>',
      'email address or id of a user of your organization; needs org.admin.users',
    )
    .action(
      commandAction<Options>(context, 'Checking the request', async ([request], options) => {
        const { organization, user } = options;
        const described = requestOf(String(request));
        const registry = await Registry.open(context, options);
        const body = {
          ...described,
          ...(organization && { organizationId: organization }),
          ...(user && { user }),
        };
        const { data } = await registry.call((client) => client.POST('/v1/apps/doctor', { body }));
        const checks = data.checks.map((one) => ({ ...one, detail: adviseCommands(one.detail) }));
        const failed = checks.filter(({ status }) => status === 'failed');
        const text = diagnosisText(data.app, checks);
        if (data.healthy) return { data, text };
        const errors = failed.map(({ name, detail }) => ({ code: name, detail }));
        throw new CommandFailure(exitCodes.refused, errors, data, text);
      }),
    );
}

/** `https://…/oauth/authorize?…`, or `grant_type=…&client_id=…`. */
function requestOf(text: string) {
  if (/^https?:/.test(text)) return { url: text };
  if (!text.includes('=')) throw refusedUsage(EXPECTED);
  const fields = [...new URLSearchParams(text)].filter(([name]) => !SECRETS.includes(name));
  return { tokenRequest: Object.fromEntries(fields) };
}

function diagnosisText(app: string, checks: Check[]): string {
  const lines = checks.map(
    ({ name, status, detail }) =>
      `${status === 'unknown' ? 'not checked' : status} ${name}: ${detail}`,
  );
  const isHealthy = checks.every(({ status }) => status !== 'failed');
  return [...lines, `${app}: ${isHealthy ? 'no check failed' : 'the request fails'}.`].join('\n');
}
