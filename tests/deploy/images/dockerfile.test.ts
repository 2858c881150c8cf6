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
  ['operator', undefined, undefined],
])('the target %s', (target, hostVariable, ports) => {
  const instructions = inherited(stages, target);
  const all = (name: string) =>
    instructions.flatMap((each) => (each.name === name ? [each.value] : []));

  it('runs the service as a numbered user who is not root, without a shell', () => {
    expect(all('USER')).toEqual([expect.stringMatching(/^[1-9]\d+:[1-9]\d+$/)]);
    // The arguments of the operator's container are those of its command line.
    const [entrypoint, command] = hostVariable
      ? ['["/usr/local/bin/node"]', '["--max-semi-space-size=16", "dist/main.js"]']
      : ['["/usr/local/bin/node", "dist/main.js"]', '["--help"]'];
    expect([all('ENTRYPOINT').at(-1), all('CMD').at(-1)]).toEqual([entrypoint, command]);
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
    expect(all('ENV')).toEqual([
      'NODE_ENV=production',
      ...(hostVariable ? [`${hostVariable}=::`, `REVISION=\${REVISION}`] : []),
    ]);
    expect(all('EXPOSE')).toEqual(ports ? [ports] : []);
    expect(all('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(all('HEALTHCHECK')).toEqual([]);
  });

  it('says what it is', () => {
    const [labels = ''] = all('LABEL');
    for (const name of ['title', 'description', 'licenses', 'version', 'revision']) {
      expect(labels).toMatch(new RegExp(`org\\.opencontainers\\.image\\.${name}="[^"]+"`));
    }
    expect(all('ARG')).toEqual(['VERSION=development', 'REVISION=unknown']);
  });
});
