import { runAtRate } from '@app-platform/testing/load/load';
import { sampleDefinition } from './definitions.ts';
import { MAIN_CONNECTIONS, type Row, type Side, type Suite, type Work } from './measure.ts';
import { type RegistryDataset, startRegistryDataset } from './registry-dataset.ts';

/** Each with a key of its own. */
const ORGANIZATIONS = 3_000;
/** Further ones, which a row asks once each. */
const NEW_ORGANIZATIONS = 27_000;
const PER_SECOND = 400;
const WRITES_PER_SECOND = 5;

const name = (what: string) => `fleet of 3,000 organizations, ${what}`;
const rowNames = {
  reads: name(`${PER_SECOND} reads a second`),
  first: name(`first reads, ${MAIN_CONNECTIONS} at once`),
  written: name(`${PER_SECOND} reads and ${WRITES_PER_SECOND} registrations a second`),
};

/** Organizations that ask seldom: half for attributes, three tenths for installed apps, the rest for a version. */
export const fleetSuite: Suite = {
  rowNames: Object.values(rowNames),
  start: async (servers) => {
    const dataset = await startRegistryDataset(servers, {
      ...{ versions: 30_000, organizations: ORGANIZATIONS + NEW_ORGANIZATIONS },
      ...{ name: 'registry_fleet', baselines: ['express-with-pg'], hasKeyOfEach: true },
    });
    const both = [dataset.ours, ...dataset.baselines.map(({ side }) => side)];
    const row = (rowName: string, target: number, work: (side: Side) => Work): Row => {
      const [ours, baseline] = both.map(work) as [Work, Work];
      return {
        name: rowName,
        connections: MAIN_CONNECTIONS,
        ours,
        baselines: [{ work: baseline, target }],
      };
    };
    const random = () => Math.floor(Math.random() * ORGANIZATIONS);
    return [
      row(rowNames.reads, 1.5, (side) => reading(dataset, side, random, PER_SECOND)),
      row(rowNames.first, 0.7, (side) => reading(dataset, side, counting())),
      row(rowNames.written, 1.2, (side) => ({
        ...reading(dataset, side, random, PER_SECOND),
        beside: (seconds) => registering(side, random, seconds),
      })),
    ];
  },
};

/** The key of an organization, as the rows of the dataset have it. */
const fleetKey = (organization: number) => `apk_${String(organization).padStart(43, '0')}`;

function reading(
  { sampledVersions }: RegistryDataset,
  side: Side,
  nextOrganization: () => number,
  perSecond?: number,
): Work {
  const next = () => {
    const organization = nextOrganization();
    const kind = Math.random();
    const { name: app, version } = sampledVersions[organization % sampledVersions.length] ?? {};
    const path =
      kind < 0.5
        ? '/v1/apps/metadata/customer'
        : kind < 0.8
          ? '/v1/apps/installed'
          : `/v1/apps/available/${app}-${version}`;
    const headers = { authorization: `Bearer ${fleetKey(organization)}` };
    return { method: 'GET', path, headers, status: 200 } as const;
  };
  return { side, next, ...(perSecond !== undefined && { perSecond }) };
}

/** Each of the new organizations once, then again from the first. */
function counting(): () => number {
  let count = -1;
  return () => {
    count = (count + 1) % NEW_ORGANIZATIONS;
    return ORGANIZATIONS + count;
  };
}

let registered = 0;

async function registering(
  { port }: Side,
  nextOrganization: () => number,
  seconds: number,
): Promise<void> {
  const next = () => {
    registered += 1;
    const authorization = `Bearer ${fleetKey(nextOrganization())}`;
    return {
      method: 'POST',
      path: '/v1/apps/available',
      headers: { authorization, 'content-type': 'application/json' },
      body: sampleDefinition(`fleet_${registered}`, '1.0.0'),
      status: 201,
    } as const;
  };
  await runAtRate({ port, perSecond: WRITES_PER_SECOND, seconds, next });
}
