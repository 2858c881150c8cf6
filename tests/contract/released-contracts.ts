import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InternalContract } from '@app-platform/http-api';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';

export const services = ['registry', 'oauth'] as const;
export type Service = (typeof services)[number];
export type Contracts = Record<Service, InternalContract>;
export type Operation = InternalContract['operations'][number];

const folder = join(repositoryFolder, 'docs/api');
const releasedFolder = join(folder, 'released');

export const releases = readdirSync(releasedFolder).sort();

function read(parent: string, service: Service): InternalContract {
  return JSON.parse(readFileSync(join(parent, `${service}.internal.json`), 'utf8'));
}

/** What the services of this tree promise each other. */
export const currentContracts: Contracts = {
  registry: read(folder, 'registry'),
  oauth: read(folder, 'oauth'),
};

/** What those of a release promised. */
export function releasedContracts(release: string): Contracts {
  const parent = join(releasedFolder, release);
  return { registry: read(parent, 'registry'), oauth: read(parent, 'oauth') };
}
