import type { LoadRequest } from '@app-platform/testing/load/load';
import { runLoad } from '@app-platform/testing/load/load';
import { largeDefinition, sampleDefinition } from './definitions.ts';
import type { Side, Work } from './measure.ts';
import type { RegistryDataset, SampledVersion } from './registry-dataset.ts';

const PATH = '/v1/apps/available';
const VERSIONS_PER_APP = 20;
/** As many as a window uses at the most, whatever the machine. */
const APPS_PER_SECOND = 150;
const SEARCHED = {
  first: ['swift', 'quiet', 'golden', 'northern', 'simple', 'bright', 'clever', 'steady'],
  second: ['order', 'ticket', 'loyalty', 'parcel', 'invoice', 'survey', 'refund', 'callback'],
};

/** The kinds of work that a registry does, each on one side. */
export type RegistryWork = (dataset: RegistryDataset, side: Side) => Work;

export const hotVersion = reading((sampled) => {
  const { name, version } = pick(sampled);
  return () => `${PATH}/${name}-${version}`;
});

export const randomVersion = reading((sampled) => () => {
  const { name, version } = pick(sampled);
  return `${PATH}/${name}-${version}`;
});

export const hotLatest = reading((sampled) => {
  const { name } = pick(sampled);
  return () => `${PATH}/${name}`;
});

export const randomLatest = reading((sampled) => () => `${PATH}/${pick(sampled).name}`);

export const hotVersions = reading((sampled) => {
  const { name } = pick(sampled);
  return () => `${PATH}/${name}/versions`;
});

export const randomVersions = reading((sampled) => () => `${PATH}/${pick(sampled).name}/versions`);

export const firstPage = reading(() => () => `${PATH}?page[size]=100`);

/** Begins after a random name, and has 100 apps unless that name is one of the last. */
export const middlePage = reading(
  (sampled) => () => `${PATH}?page[size]=100&page[after]=${cursorAfter(pick(sampled).name)}`,
);

/** 20 apps, which a small registry has too. */
export const shortPage = reading(
  (sampled) => () => `${PATH}?page[size]=20&page[after]=${cursorAfter(pick(sampled).name)}`,
);

/** Finds one app in a registry of any size. */
export const rareSearch = reading(() => () => `${PATH}?page[size]=100&q=number%2042.`);

export const search = reading(
  () => () => `${PATH}?page[size]=100&q=${pick(SEARCHED.first)}%20${pick(SEARCHED.second)}`,
);

/** @param pathsOf makes the paths; what it chooses at first is read in all windows */
function reading(pathsOf: (sampled: SampledVersion[]) => () => string): RegistryWork {
  return ({ apiKey, sampledVersions }, side) => {
    const nextPath = pathsOf(sampledVersions);
    const headers = { authorization: `Bearer ${apiKey}` };
    return { side, next: () => ({ method: 'GET', path: nextPath(), headers, status: 200 }) };
  };
}

let lastApp = 0;

export const firstVersions: RegistryWork = ({ apiKey }, side) => ({
  side,
  next: () => {
    lastApp += 1;
    return registration(apiKey, `bench_${lastApp}`, 0);
  },
});

/** Each app gets 20 versions one after the other. The first is registered before the window. */
export const laterVersions: RegistryWork = ({ apiKey }, side) => {
  const apps: { name: string; versions: number }[] = [];
  const prepare = async (seconds: number) => {
    const missing = Math.max(APPS_PER_SECOND * seconds - apps.length, 0);
    const names = Array.from({ length: missing }, () => {
      lastApp += 1;
      return `bench_${lastApp}`;
    });
    apps.push(...names.map((name) => ({ name, versions: 1 })));
    const requests = names.map((name) => registration(apiKey, name, 0)).values();
    const next = () => requests.next().value;
    await runLoad({ port: side.port, connections: 8, seconds: 60, next });
  };
  const next = () => {
    const app = apps.shift();
    if (!app) return undefined;
    const request = registration(apiKey, app.name, app.versions);
    const onAnswer = () => {
      app.versions += 1;
      if (app.versions < VERSIONS_PER_APP) apps.push(app);
    };
    return { ...request, onAnswer };
  };
  return { side, prepare, next };
};

/** Of a new app each time, as a developer's first definition is. */
export const validations: RegistryWork = ({ apiKey }, side) => ({
  side,
  next: () => {
    lastApp += 1;
    return posting(apiKey, '/v1/apps/validate', largeDefinition(`bench_${lastApp}`));
  },
});

/** Of installing a public app at random, in one of its versions. */
export const plans: RegistryWork = ({ apiKey, sampledVersions }, side) => ({
  side,
  next: () => {
    const { name, version } = pick(sampledVersions);
    return posting(apiKey, '/v1/apps/plan', JSON.stringify({ app: name, to: version }));
  },
});

function posting(apiKey: string, path: string, body: string): LoadRequest {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body, status: 200 };
}

function registration(apiKey: string, app: string, number: number): LoadRequest {
  return {
    method: 'POST',
    path: PATH,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: sampleDefinition(app, `1.${number}.0`),
    status: 201,
  };
}

/** Our own format, which the baselines take too. */
function cursorAfter(name: string): string {
  return Buffer.from(name).toString('base64url');
}

function pick<T>(from: T[]): T {
  return from[Math.floor(Math.random() * from.length)] as T;
}
