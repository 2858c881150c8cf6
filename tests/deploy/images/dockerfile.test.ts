import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { deployFolder, inherited, readDockerfile } from './dockerfile.ts';

const { arguments: before, stages } = readDockerfile();
const repository = resolve(deployFolder, '..');

describe('the Dockerfile', () => {
  it('builds on the Node.js that the tests run on', () => {
    const { devDependencies } = JSON.parse(
      readFileSync(resolve(repository, 'package.json'), 'utf8'),
    );
    expect(before.get('NODE_VERSION')).toBe(devDependencies.node);
    expect(stages[0]).toMatchObject({ name: 'build', base: expect.stringContaining('node:24.') });
  });

  it('names every base image with a tag, and none by latest', () => {
    const names = stages.map(({ name }) => name);
    const images = stages.map(({ base }) => base).filter((base) => !names.includes(base));
    expect(images).toHaveLength(2);
    for (const image of images) {
      expect(image).toMatch(/:[a-z0-9.-]+(@sha256:[0-9a-f]{64})?$/);
      expect(image).not.toContain('latest');
    }
  });

  it('takes nothing into the build that git ignores, and no secret', () => {
    const lines = readFileSync(resolve(repository, '.dockerignore'), 'utf8').split('\n');
    const rules = lines.filter((line) => line && !line.startsWith('#'));
    expect(rules[0]).toBe('*');
    const last = rules.findLastIndex((rule) => rule.startsWith('!'));
    for (const ignored of ['**/node_modules', '**/dist', '**/generated', '**/.env*']) {
      expect(rules.indexOf(ignored)).toBeGreaterThan(last);
    }
  });
});

describe.each([
  ['registry', 'REGISTRY_HOST', '4000 4100'],
  ['oauth', 'OAUTH_HOST', '4001 4101'],
])('the target %s', (target, hostVariable, ports) => {
  const instructions = inherited(stages, target);
  const all = (name: string) =>
    instructions.flatMap((each) => (each.name === name ? [each.value] : []));

  it('runs the service as a numbered user who is not root, without a shell', () => {
    expect(all('USER')).toEqual([expect.stringMatching(/^[1-9]\d+:[1-9]\d+$/)]);
    expect(all('ENTRYPOINT')).toEqual(['["/usr/local/bin/node"]']);
    expect(all('CMD')).toEqual(['["dist/main.js"]']);
    expect(all('RUN')).toEqual([]);
  });

  it('holds Node.js and its own tree, which its user does not own', () => {
    expect(all('COPY')).toEqual([
      '--from=build /usr/local/bin/node /usr/local/bin/node',
      `--from=build /trees/${target} ./`,
    ]);
    expect(all('WORKDIR')).toEqual(['/app']);
  });

  it('is in production, is reached from outside, and stops in order', () => {
    expect(all('ENV')).toEqual(['NODE_ENV=production', `${hostVariable}=0.0.0.0`]);
    expect(all('EXPOSE')).toEqual([ports]);
    expect(all('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(all('HEALTHCHECK')).toEqual([]);
  });

  it('says what it is', () => {
    const [labels = ''] = all('LABEL');
    for (const name of ['title', 'description', 'licenses', 'version', 'revision']) {
      expect(labels).toMatch(new RegExp(`org\\.opencontainers\\.image\\.${name}="[^"]+"`));
    }
  });
});
