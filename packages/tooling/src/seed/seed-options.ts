import { parseCommandLine, UsageNotice } from '@app-platform/testing/command-line';
import { type SeedSize, seedFaults } from '@app-platform/testing/seed/seed-size';

const usage = `Usage: npm run --silent seed -- --database URL [options]

Fills a registry's database, migrated and empty, with apps, versions of about 1.3 kB and installations
of many organizations. The same numbers make the same rows.

  --database URL       the registry's database on PostgreSQL: postgresql://USER:PASSWORD@HOST:5432/NAME
  --organizations N    (default 1000)
  --apps N             of which a quarter are private (default: one for each organization)
  --versions N         of all apps together (default: ten for each app)
  --json               print the result as one line of JSON`;

export type SeedOptions = { database: string; size: SeedSize; asJson: boolean };

/** @throws UsageNotice that names every fault */
export function readSeedOptions(parameters: string[]): SeedOptions {
  const values = parse(parameters);
  const organizations = Number(values.organizations);
  const apps = Number(values.apps ?? organizations);
  const size = { organizations, apps, versions: Number(values.versions ?? apps * 10) };
  const faults = [
    ...(/^postgres(ql)?:\/\//.test(values.database)
      ? []
      : ['--database must be a postgresql:// URL']),
    ...seedFaults(size),
  ];
  if (faults.length > 0) throw new UsageNotice(`${faults.join('\n')}\n\n${usage}`);
  return { database: values.database, size, asJson: values.json };
}

function parse(args: string[]) {
  return parseCommandLine(args, usage, {
    database: { type: 'string', default: '' },
    organizations: { type: 'string', default: '1000' },
    apps: { type: 'string' },
    versions: { type: 'string' },
    json: { type: 'boolean', default: false },
  }).values;
}
