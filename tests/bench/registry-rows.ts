import { ALL_CONNECTIONS, MAIN_CONNECTIONS, type Row, rowName, type Suite } from './measure.ts';
import {
  type BaselineName,
  type RegistryDataset,
  type SampledVersion,
  startRegistryDataset,
} from './registry-dataset.ts';
import {
  firstPage,
  firstVersions,
  hotLatest,
  hotVersion,
  hotVersions,
  laterVersions,
  middlePage,
  plans,
  type RegistryWork,
  randomLatest,
  randomVersion,
  randomVersions,
  rareSearch,
  search,
  shortPage,
  validations,
} from './registry-work.ts';

/** A kind of work, and what it is compared with. Targets are those of 16 requests at once. */
type Operation = {
  name: string;
  work: RegistryWork;
  /** Without one, only {@link MAIN_CONNECTIONS}. */
  connections?: number[];
  targets: Partial<Record<BaselineName, number | undefined>>;
};

const PG = 'express-with-pg';
const MEMORY = 'express-in-memory';

const readsAndRegistrations: Operation[] = [
  {
    name: 'read a version at random',
    work: randomVersion,
    connections: ALL_CONNECTIONS,
    targets: { [PG]: 1, [MEMORY]: undefined },
  },
  {
    name: 'read a version, hot',
    work: hotVersion,
    connections: ALL_CONNECTIONS,
    targets: { [PG]: undefined, [MEMORY]: 0.8 },
  },
  {
    name: 'read the latest version at random',
    work: randomLatest,
    targets: { [PG]: 1, [MEMORY]: undefined },
  },
  {
    name: 'read the latest version, hot',
    work: hotLatest,
    targets: { [PG]: undefined, [MEMORY]: 0.8 },
  },
  { name: 'list the versions of an app at random', work: randomVersions, targets: { [PG]: 1 } },
  { name: 'list the versions of an app, hot', work: hotVersions, targets: { [PG]: undefined } },
  {
    name: 'register a first version',
    work: firstVersions,
    connections: ALL_CONNECTIONS,
    targets: { [PG]: 0.9, [MEMORY]: undefined },
  },
  {
    name: 'register a later version',
    work: laterVersions,
    connections: ALL_CONNECTIONS,
    targets: { [PG]: 0.9, [MEMORY]: undefined },
  },
  { name: 'validate a definition of 20 KiB', work: validations, targets: { [PG]: undefined } },
  { name: 'plan an installation', work: plans, targets: { [PG]: undefined } },
];

const directoryOf = (versions: string, baselines: Operation['targets']): Operation[] =>
  Object.entries({ 'first page': firstPage, 'middle page': middlePage, search }).map(
    ([name, work]) => ({
      name: `directory of ${versions} versions, ${name}`,
      work,
      connections: ALL_CONNECTIONS,
      targets: name === 'search' ? { [PG]: 0.8 } : { [PG]: 0.8, ...baselines },
    }),
  );

const smallDirectory = directoryOf('10,000', { [MEMORY]: undefined });
const largeDirectory = directoryOf('1,000,000', {});

const GROWTH_TARGET = 0.7;
/** A registry of 1,000 versions has 75 public apps, of which 20 follow each of the first 50. */
const GROWTH_APPS = 50;
const growing: [name: string, work: RegistryWork][] = [
  ['read a version', randomVersion],
  ['read the latest version', randomLatest],
  ['list the versions of an app', randomVersions],
  ['register a first version', firstVersions],
  ['register a later version', laterVersions],
  ['page of 20 apps of the directory', shortPage],
  ['search of the directory for one app', rareSearch],
];
const growthName = (name: string) =>
  rowName(`growth to 1,000,000 versions: ${name}`, MAIN_CONNECTIONS);

export const registrySuites: Suite[] = [
  {
    rowNames: rowNamesOf(readsAndRegistrations),
    start: async (servers) => {
      const options = { versions: 100_000, baselines: [PG, MEMORY] } as const;
      return rowsOf(readsAndRegistrations, await startRegistryDataset(servers, options));
    },
  },
  {
    rowNames: rowNamesOf(smallDirectory),
    start: async (servers) => {
      const baselines = [PG, MEMORY] as const;
      const options = { versions: 10_000, baselines, isDirectoryOnly: true };
      return rowsOf(smallDirectory, await startRegistryDataset(servers, options));
    },
  },
  {
    rowNames: [...rowNamesOf(largeDirectory), ...growing.map(([name]) => growthName(name))],
    start: async (servers) => {
      const options = { versions: 1_000_000, baselines: [PG], isDirectoryOnly: true } as const;
      const large = await startRegistryDataset(servers, options);
      const small = await startRegistryDataset(servers, { versions: 1_000, baselines: [] });
      return [...rowsOf(largeDirectory, large), ...growthRows(large, small)];
    },
  },
];

function rowNamesOf(operations: Operation[]): string[] {
  return operations.flatMap(({ name, connections = [MAIN_CONNECTIONS] }) =>
    connections.map((count) => rowName(name, count)),
  );
}

function rowsOf(operations: Operation[], dataset: RegistryDataset): Row[] {
  return operations.flatMap(({ name, work, connections = [MAIN_CONNECTIONS], targets }) => {
    const ours = work(dataset, dataset.ours);
    const compared = dataset.baselines
      .filter(({ baseline }) => baseline in targets)
      .map(({ baseline, side }) => ({ work: work(dataset, side), target: targets[baseline] }));
    return connections.map((count) => ({
      name: rowName(name, count),
      connections: count,
      ours,
      baselines: count === MAIN_CONNECTIONS ? compared : compared.map(({ work }) => ({ work })),
    }));
  });
}

/** The same number of paths on both sides, so that as many answers come from the cache. */
function growthRows(large: RegistryDataset, small: RegistryDataset): Row[] {
  const smallSide = { ...small.ours, name: 'ours with 1,000 versions' };
  const sampled = ({ sampledVersions, ...dataset }: RegistryDataset) => {
    const byName = new Map(sampledVersions.map((one) => [one.name, one]));
    const names = [...byName.keys()].sort().slice(0, GROWTH_APPS);
    return { ...dataset, sampledVersions: names.map((name) => byName.get(name) as SampledVersion) };
  };
  return growing.map(([name, work]) => ({
    name: growthName(name),
    connections: MAIN_CONNECTIONS,
    ours: work(sampled(large), large.ours),
    baselines: [{ work: work(sampled(small), smallSide), target: GROWTH_TARGET }],
  }));
}
