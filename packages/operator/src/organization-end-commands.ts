import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { OrganizationDeletionRecord, OrganizationRecords } from '@app-platform/contracts';
import { Command } from 'commander';
import type { InternalClient, ProgramDependencies } from './internal-client.ts';

const POLL_MILLISECONDS = 1_000;

const pathOf = (id: string) => `/internal/organizations/${encodeURIComponent(id)}`;

/** Records by table. */
type Records = Record<string, Record<string, unknown>[]>;

/** Writes a file for an organization that leaves, or whose data somebody asks for. */
export function exportOrganizationCommand(dependencies: ProgramDependencies): Command {
  return new Command('export')
    .description(
      'Write what both services store of an organization to a JSON file, without secrets.',
    )
    .argument('<id>', 'the organization')
    .argument('<file>', 'the file, which must not exist')
    .option('--json', 'print one line of JSON')
    .action(async (id: string, file: string, { json }: { json?: true }) => {
      const registry = await readAll(await dependencies.registry(), id);
      const oauth = await readAll(await dependencies.oauth(), id);
      if (registry.organization?.length !== 1) {
        throw new Error(`There is no organization of the id ${id}.`);
      }
      const exported = {
        organizationId: id,
        exportedAt: new Date().toISOString(),
        registry,
        oauth,
      };
      const content = `${JSON.stringify(exported, undefined, 2)}\n`;
      await writeFile(file, content, { flag: 'wx', mode: 0o600 });
      const counts = { registry: countsOf(registry), oauth: countsOf(oauth) };
      dependencies.print(
        json ? JSON.stringify({ file, records: counts }) : `Wrote ${file}\n${describe(counts)}`,
      );
    });
}

async function readAll(client: InternalClient, id: string): Promise<Records> {
  const all: Records = {};
  let next: string | null = '';
  while (next !== null) {
    const query = next === '' ? '' : `?${new URLSearchParams({ after: next })}`;
    const page: OrganizationRecords = await client.call('GET', `${pathOf(id)}/records${query}`);
    all[page.table] = [...(all[page.table] ?? []), ...page.records];
    next = page.next;
  }
  return all;
}

function countsOf(records: Records): Record<string, number> {
  return Object.fromEntries(Object.entries(records).map(([table, { length }]) => [table, length]));
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
      if (deletion.state === 'running') reportProgress('Rows are being removed in batches.');
      while (deletion.state === 'running') {
        await wait(POLL_MILLISECONDS);
        deletion = await client.call<OrganizationDeletionRecord>('GET', path);
      }
      const report = `Deleted the organization ${id}. Removed rows:\n${describe(deletion.removed)}`;
      print(json ? JSON.stringify(deletion) : report);
    });
}

function describe(counts: Record<string, Record<string, number>>): string {
  return Object.entries(counts)
    .flatMap(([service, tables]) =>
      Object.entries(tables).map(([table, rows]) => `${service}  ${table}  ${rows}`),
    )
    .join('\n');
}
