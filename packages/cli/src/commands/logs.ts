import type { AppLogEntry } from '@app-platform/client/source';
import type { Command } from 'commander';
import { type CommandContext, commandAction, envelopeOf, printable } from '../run-command.ts';
import { attemptText } from './webhooks.ts';

type Options = { follow?: true; visibility?: 'private' | 'public' };

export function addLogsCommand(program: Command, context: CommandContext): void {
  const { print, notify } = context;
  program
    .command('logs')
    .description('Print what happened to an app: refused requests, deliveries, installations.')
    .argument('<app>', "the app's name")
    .option('--follow', 'go on with what happens, until Ctrl-C')
    .option('--visibility <visibility>', 'private or public, where both have the name')
    .action(
      commandAction<Options>(context, 'Reading the log', async ([name], options) => {
        const { follow = false, visibility, json } = options;
        const app = String(name);
        // Few commands read a stream.
        const { openLogs, readLog } = await import('../session/app-log.ts');
        const registry = await openLogs(context, options, app);
        const onBreak = (reason: string) => notify(printable(`${reason}\nConnecting again…`));
        for await (const entry of readLog(registry, { app, visibility, follow, onBreak })) {
          print(json ? envelopeOf({ data: entry }) : printable(lineOf(entry)));
        }
        return undefined;
      }),
    );
}

const kinds: Record<AppLogEntry['type'], string> = {
  refused_request: 'refused request',
  webhook_delivery: 'webhook delivery',
  installation: 'installation',
  audit_event: 'audit event',
};
const KIND_WIDTH = Math.max(...Object.values(kinds).map(({ length }) => length));

/** An entry for people: when, its kind, and what happened. */
function lineOf(entry: AppLogEntry): string {
  const kind = kinds[entry.type] ?? entry.type;
  return `${entry.attributes.at}  ${kind.padEnd(KIND_WIDTH)}  ${whatHappened(entry)}`;
}

function whatHappened(entry: AppLogEntry): string {
  switch (entry.type) {
    case 'refused_request': {
      const { endpoint, error, reason, count } = entry.attributes;
      return `${endpoint}: ${error}: ${reason}${count > 1 ? ` (${count} times)` : ''}`;
    }
    case 'webhook_delivery': {
      const { eventType, status, webhookId, attempts } = entry.attributes;
      return `${eventType} to ${webhookId}: ${status}${attemptText(attempts)}`;
    }
    case 'installation': {
      const { organizationId, version } = entry.attributes.payload.data;
      return `${entry.attributes.eventType}: version ${version} by the organization ${organizationId}`;
    }
    case 'audit_event': {
      const { action, subject, actor } = entry.attributes;
      return `${action} ${subject}${actor ? ` by ${actor.type} ${actor.id}` : ''}`;
    }
  }
}
