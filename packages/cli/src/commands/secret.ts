import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CommandContext, commandAction } from '../run-command.ts';
import { Registry } from '../session/registry.ts';

const LONGEST_OVERLAP_SECONDS = 86_400;

export function addSecretCommand(program: Command, context: CommandContext): void {
  program
    .command('secret')
    .description("An app's client secret.")
    .command('rotate')
    .description('Make a new client secret. It is shown once.')
    .argument('<app>', "the app's name")
    .addOption(overlapOption())
    .action(
      commandAction<{ overlap: number }>(context, 'Making the secret', async ([app], options) => {
        const registry = await Registry.open(context, options, app);
        const { data } = await registry.call((client) =>
          client.POST('/v1/apps/available/{app}/secret', {
            params: { path: { app: String(app) } },
            body: { overlapSeconds: options.overlap },
          }),
        );
        const { clientId, clientSecret } = data.attributes;
        const old = options.overlap > 0 ? `for ${options.overlap} seconds` : 'no longer';
        return {
          data: { clientId, clientSecret, overlapSeconds: options.overlap },
          text: `Client id: ${clientId}\nClient secret, shown only now: ${clientSecret}\nThe old secret is valid ${old}.`,
        };
      }),
    );
}

/** How long a secret that is replaced stays valid. */
export function overlapOption(): Option {
  return new Option('--overlap <seconds>', 'how long the old secret stays valid')
    .argParser(seconds)
    .default(0);
}

function seconds(value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= LONGEST_OVERLAP_SECONDS) return number;
  throw new InvalidArgumentError(`Write seconds from 0 to ${LONGEST_OVERLAP_SECONDS}.`);
}
