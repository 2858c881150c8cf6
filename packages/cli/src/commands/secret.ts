import { type Command, InvalidArgumentError } from 'commander';
import { runs, type Surroundings } from '../run-command.ts';
import { Registry } from '../session/registry.ts';

const LONGEST_OVERLAP_SECONDS = 86_400;

export function addSecretCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('secret')
    .description("An app's client secret.")
    .command('rotate')
    .description('Make a new client secret. It is shown once.')
    .argument('<app>', "the app's name")
    .option('--overlap <seconds>', 'how long the old secret stays valid', seconds, 0)
    .action(
      runs<{ overlap: number }>(surroundings, 'Making the secret', async ([app], options) => {
        const registry = await Registry.open(surroundings, options, app);
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

function seconds(value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= LONGEST_OVERLAP_SECONDS) return number;
  throw new InvalidArgumentError(`Write seconds from 0 to ${LONGEST_OVERLAP_SECONDS}.`);
}
