import {
  isUsageDay,
  type OauthUsagePage,
  oauthUsageKinds,
  type RegistryUsagePage,
  registryUsageKinds,
} from '@app-platform/contracts';
import { Command } from 'commander';
import type { InternalClient, ProgramDependencies } from './internal-client.ts';

type Options = { since: string; until: string; organization?: string; json?: true };
type Page = RegistryUsagePage | OauthUsagePage;
type CountsOf<P extends Page> = P['organizations'][number]['counts'];

type Usage = {
  organizationId: string;
  name: string | null;
  registry: CountsOf<RegistryUsagePage>;
  oauth: CountsOf<OauthUsagePage>;
};

/** What organizations used: for planning capacity, not for bills. */
export function usageCommand(dependencies: ProgramDependencies): Command {
  return new Command('usage')
    .description(
      'Requests, tokens and webhooks of each organization, the most requests first. Kept for 13 months.',
    )
    .requiredOption('--since <day>', 'the first day in UTC, such as 2026-01-31')
    .option('--until <day>', 'the last day in UTC; today without it', today())
    .option('--organization <id>', 'this organization alone')
    .option('--json', 'print one line of JSON')
    .action(async ({ json, ...options }: Options) => {
      checkPeriod(options);
      const { since, until } = options;
      const organizations = await readUsage(dependencies, options);
      const text = organizations.length === 0 ? 'Nothing was used.' : tableOf(organizations);
      dependencies.print(json ? JSON.stringify({ since, until, organizations }) : text);
    });
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** @throws Error that says how to correct the options */
function checkPeriod({ since, until }: Options): void {
  for (const [option, day] of Object.entries({ since, until })) {
    if (isUsageDay(day)) continue;
    throw new Error(`--${option} takes a day of the calendar, such as 2026-01-31, not '${day}'.`);
  }
  if (since <= until) return;
  throw new Error(`--since ${since} is after --until ${until}. Give the earlier day to --since.`);
}

async function readUsage(
  { registry, oauth }: Pick<ProgramDependencies, 'registry' | 'oauth'>,
  options: Options,
): Promise<Usage[]> {
  const ofRegistry = await readPages<RegistryUsagePage>(await registry(), options);
  const ofOauth = await readPages<OauthUsagePage>(await oauth(), options);
  const ids = [...new Set([...ofRegistry.keys(), ...ofOauth.keys()])];
  const all = ids.map((organizationId) => ({
    organizationId,
    name: ofRegistry.get(organizationId)?.name ?? null,
    registry: ofRegistry.get(organizationId)?.counts ?? noneOf(registryUsageKinds),
    oauth: ofOauth.get(organizationId)?.counts ?? noneOf(oauthUsageKinds),
  }));
  return all.sort((one, other) => requestsOf(other) - requestsOf(one));
}

async function readPages<P extends Page>(
  client: InternalClient,
  { since, until, organization }: Options,
): Promise<Map<string, P['organizations'][number]>> {
  const all = new Map<string, P['organizations'][number]>();
  let after: string | null = '';
  while (after !== null) {
    const query = new URLSearchParams({
      ...{ since, until },
      ...(organization !== undefined && { organizationId: organization }),
      ...(after !== '' && { after }),
    });
    const page: P = await client.call('GET', `/internal/usage?${query}`);
    for (const one of page.organizations) all.set(one.organizationId, one);
    after = page.next;
  }
  return all;
}

function noneOf<const K extends string>(kinds: readonly K[]): Record<K, number> {
  return Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<K, number>;
}

function requestsOf({ registry, oauth }: Usage): number {
  return registry.requests + oauth.requests;
}

const columns: Record<string, (usage: Usage) => string | number> = {
  ORGANIZATION: ({ organizationId }) => organizationId,
  NAME: ({ name }) => name ?? '',
  REQUESTS: requestsOf,
  'ACCESS TOKENS': ({ oauth }) => oauth.accessTokensByCode + oauth.accessTokensByRefresh,
  'REFRESH TOKENS': ({ oauth }) => oauth.refreshTokens,
  WEBHOOKS: ({ registry }) => registry.webhookDeliveries,
  ATTEMPTS: ({ registry }) => registry.webhookAttempts,
  FAILURES: ({ registry }) => registry.webhookFailures,
};

/** Texts begin at the left of their columns, and numbers end at the right. */
function tableOf(organizations: readonly Usage[]): string {
  const rows = organizations.map((one) => Object.values(columns).map((read) => read(one)));
  const cells = [Object.keys(columns), ...rows];
  const widths = Object.keys(columns).map((_, index) =>
    cells.reduce((width, row) => Math.max(width, String(row[index]).length), 0),
  );
  return cells
    .map((row, place) =>
      row
        .map((cell, index) => {
          const isText = place === 0 ? index < 2 : typeof cell === 'string';
          const width = widths[index] ?? 0;
          return isText ? String(cell).padEnd(width) : String(cell).padStart(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
