import { setTimeout as wait } from 'node:timers/promises';
import type { OrganizationDeletionRecord, OrganizationRecords } from '@app-platform/contracts';
import { Command } from 'commander';
import type { InternalClient, ProgramDependencies } from './internal-client.ts';
import { writeNewFile } from './new-file.ts';

const POLL_MILLISECONDS = 1_000;

const pathOf = (id: string) => `/internal/organizations/${encodeURIComponent(id)}`;

/** Numbers of rows by table, of each service. */
type Counts = { registry: Record<string, number>; oauth: Record<string, number> };

/** Writes a file for an organization that leaves, or whose data somebody asks for. */
export function exportOrganizationCommand(dependencies: ProgramDependencies): Command {
  return new Command('export')
    .description(
      'Write what both services store of an organization to a file of JSON lines, without secrets.',
    )
    .argument('<id>', 'the organization')
    .argument('<file>', 'the file, which must not exist')
    .option('--json', 'print one line of JSON')
    .action(async (id: string, file: string, { json }: { json?: true }) => {
      const clients = {
        registry: await dependencies.registry(),
        oauth: await dependencies.oauth(),
      };
      await clients.registry.call('GET', pathOf(id));
      const counts: Counts = { registry: {}, oauth: {} };
      await writeNewFile(file, recordLines(clients, id, counts));
      dependencies.print(
        json ? JSON.stringify({ file, records: counts }) : `Wrote ${file}\n${describe(counts)}`,
      );
    });
}

/**
 * One JSON object a line: the organization, each record with its service and table, and the numbers of records.
 * A file without the last line is incomplete.
 * @param counts gets the numbers
 */
async function* recordLines(
  clients: Record<keyof Counts, InternalClient>,
  organizationId: string,
  counts: Counts,
): AsyncGenerator<string> {
  yield line({ organizationId, exportedAt: new Date().toISOString() });
  for (const service of ['registry', 'oauth'] as const) {
    const ofService = counts[service];
    for await (const { table, records } of pagesOf(clients[service], organizationId)) {
      for (const record of records) yield line({ service, table, record });
      ofService[table] = (ofService[table] ?? 0) + records.length;
    }
  }
  yield line({ records: counts });
}

async function* pagesOf(client: InternalClient, id: string): AsyncGenerator<OrganizationRecords> {
  let next: string | null = '';
  while (next !== null) {
    const query = next === '' ? '' : `?${new URLSearchParams({ after: next })}`;
    const page: OrganizationRecords = await client.call('GET', `${pathOf(id)}/records${query}`);
    yield page;
    next = page.next;
  }
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** The services remove the rows, also where this command ends: the same command shows how far they are. */
export function deleteOrganizationCommand(dependencies: ProgramDependencies): Command {
  const { registry, print, reportProgress } = dependencies;
  return new Command('delete')
    .description(
      'Delete a suspended organization with all its rows but audit rows, which cannot be undone.',
    )
    .argument('<id>', 'the organization; export it before')
    .option('--json', 'print one line of JSON')
    .action(async (id: string, { json }: { json?: true }) => {
      const client = await registry();
      const path = `${pathOf(id)}/deletion`;
      let deletion = await client.call<OrganizationDeletionRecord>('PUT', path);
      let reported = '';
      while (deletion.state === 'running') {
        const progress = progressOf(deletion);
        if (!json && progress !== reported) reportProgress(progress);
        reported = progress;
        await wait(POLL_MILLISECONDS);
        deletion = await client.call<OrganizationDeletionRecord>('GET', path);
      }
      const report = `Deleted the organization ${id}. Removed rows:\n${describe(deletion.removed)}`;
      print(json ? JSON.stringify(deletion) : report);
    });
}

function progressOf({ removed: { registry } }: OrganizationDeletionRecord): string {
  const rows = Object.values(registry).reduce((sum, count) => sum + count, 0);
  return rows === 0
    ? 'Rows are removed from a minute after the suspension on.'
    : `Removed ${rows} rows at the registry so far.`;
}

function describe(counts: Counts): string {
  return Object.entries(counts)
    .flatMap(([service, tables]) =>
      Object.entries(tables).map(([table, rows]) => `${service}  ${table}  ${rows}`),
    )
    .join('\n');
}
