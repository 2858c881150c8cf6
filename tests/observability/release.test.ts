import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PlatformProcesses, startPlatformProcesses } from '../platform/platform-processes.ts';
import { scrape } from './prometheus-text.ts';
import { version } from './release.ts';

const services = ['registry', 'oauth'] as const;
const read = (path: string) => readFileSync(join(repositoryFolder, path), 'utf8');

let platform: PlatformProcesses;
beforeAll(async () => {
  platform = await startPlatformProcesses({ HOSTNAME: 'pod-1', REVISION: 'a1b2c3' });
});
afterAll(() => platform.close());

describe('the version', () => {
  it('is that of every package, and the changelog has it', () => {
    const folders = ['packages', 'services'].flatMap((parent) =>
      readdirSync(join(repositoryFolder, parent)).map((name) => `${parent}/${name}`),
    );
    for (const folder of folders) {
      expect([folder, JSON.parse(read(`${folder}/package.json`)).version]).toEqual([
        folder,
        version,
      ]);
    }
    expect(read('CHANGELOG.md')).toMatch(
      new RegExp(`^## ${version.replaceAll('.', '\\.')}\\b`, 'm'),
    );
  });

  it.each(services)('and the revision are in the metrics of the %s', async (service) => {
    const families = await scrape(platform[`${service}InternalUrl`]);
    expect(families.get('app_platform_build_info')?.samples).toEqual([
      {
        name: 'app_platform_build_info',
        labels: { service, version, revision: 'a1b2c3' },
        value: 1,
      },
    ]);
  });

  it.each(services)('and the instance are in each log line of the %s', (service) => {
    const lines = platform.logOf(service).trim().split('\n');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({ service, version, instance: 'pod-1' });
    }
  });
});
