import { runAtRate, runLoad } from '@app-platform/testing/load/load';
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
    const served = (side: Side): Work => ({
      ...reading(dataset, side, random, PER_SECOND),
      prepare: once(() => askedByAll(dataset, side)),
    });
    return [
      row(rowNames.reads, 1.5, served),
      row(rowNames.first, 0.7, (side) => reading(dataset, side, counting())),
      row(rowNames.written, 1.2, (side) => ({
        ...served(side),
        beside: (seconds) => registering(side, random, seconds),
      })),
    ];
  },
};

/** The key of an organization, as the rows of the dataset have it. */
const fleetKey = (organization: number) => `apk_${String(organization).padStart(43, '0')}`;

type Kind = 'attributes' | 'installed' | 'version';
const kinds: Kind[] = ['attributes', 'installed', 'version'];

function requestOf({ sampledVersions }: RegistryDataset, organization: number, kind: Kind) {
  const { name: app, version } = sampledVersions[organization % sampledVersions.length] ?? {};
  const paths = {
    attributes: '/v1/apps/metadata/customer',
    installed: '/v1/apps/installed',
    version: `/v1/apps/available/${app}-${version}`,
  };
  const headers = { authorization: `Bearer ${fleetKey(organization)}` };
  return { method: 'GET', path: paths[kind], headers, status: 200 } as const;
}

function reading(
  dataset: RegistryDataset,
  side: Side,
  nextOrganization: () => number,
  perSecond?: number,
): Work {
  const next = () => {
    const share = Math.random();
    const kind = share < 0.5 ? 'attributes' : share < 0.8 ? 'installed' : 'version';
    return requestOf(dataset, nextOrganization(), kind);
  };
  return { side, next, ...(perSecond !== undefined && { perSecond }) };
}

/** What each organization asks was asked before, as of a service that has run for some minutes. */
async function askedByAll(dataset: RegistryDataset, { port }: Side): Promise<void> {
  let count = -1;
  const next = () => {
    count += 1;
    const kind = kinds[Math.floor(count / ORGANIZATIONS)];
    return kind && requestOf(dataset, count % ORGANIZATIONS, kind);
  };
  await runLoad({ port, connections: MAIN_CONNECTIONS, seconds: 60, next });
}

function once(run: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= run();
    return done;
  };
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
