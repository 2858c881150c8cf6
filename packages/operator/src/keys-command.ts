import type {
  RotateSigningKeysRequest,
  SigningKeyList,
  SigningKeyRecord,
} from '@app-platform/contracts';
import { Command } from 'commander';
import type { ProgramDependencies } from './internal-client.ts';

const PATH = '/internal/signing-keys';

/** Lists and rotates the keys that sign access tokens. */
export function keysCommand(dependencies: ProgramDependencies): Command {
  return new Command('keys')
    .description('Keys that sign access tokens.')
    .addCommand(list(dependencies))
    .addCommand(rotate(dependencies));
}

function list({ oauth, print }: ProgramDependencies): Command {
  return new Command('list')
    .description('List the keys, the latest first.')
    .option('--json', 'print one line of JSON')
    .action(async (options: { json?: true }) => {
      const client = await oauth();
      const answer = await client.call<SigningKeyList>('GET', PATH);
      const lines = answer.keys.map(
        ({ id, state, activeFrom }) => `${state.padEnd(8)} ${id}  since ${activeFrom}`,
      );
      print(options.json ? JSON.stringify(answer) : lines.join('\n'));
    });
}

function rotate({ oauth, print }: ProgramDependencies): Command {
  return new Command('rotate')
    .description(
      'Create the next key. It is published at once, and signs after every client has loaded it.',
    )
    .option(
      '--now',
      'for a leaked key: withdraw all other keys and every access token that they signed',
    )
    .option('--json', 'print one line of JSON')
    .action(async ({ now, json }: { now?: true; json?: true }) => {
      const client = await oauth();
      const request: RotateSigningKeysRequest = { immediate: now ?? false };
      const key = await client.call<SigningKeyRecord>('POST', PATH, request);
      print(json ? JSON.stringify(key) : describeRotation(key, now ?? false));
    });
}

function describeRotation({ id, activeFrom }: SigningKeyRecord, isImmediate: boolean): string {
  return isImmediate
    ? `The key ${id} signs now. Older access tokens are refused within half a minute; apps refresh.`
    : `The key ${id} is published, and signs from ${activeFrom}. No further action is needed.`;
}
