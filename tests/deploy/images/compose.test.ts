import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { services as ours } from '../kubernetes/services.ts';
import { deployFolder, readDockerfile } from './dockerfile.ts';

type ComposeService = {
  image: string;
  build?: { context: string; dockerfile: string; target: string };
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  read_only?: boolean;
  depends_on?: Record<string, { condition: string }>;
};

const text = readFileSync(resolve(deployFolder, 'compose.yaml'), 'utf8');
const services: Record<string, ComposeService> = parse(text, { merge: true }).services;
const names = Object.keys(ours) as (keyof typeof ours)[];

const secrets: Record<string, string> = {
  POSTGRES_PASSWORD: 'a-password',
  SERVICE_TOKEN: 's'.repeat(43),
  OPERATOR_TOKEN: 'o'.repeat(43),
  KEYS_ENCRYPTION_KEY: 'k'.repeat(43),
  WEBHOOKS_ENCRYPTION_KEY: 'w'.repeat(43),
};

/** What compose makes of `${NAME:-default}` and `${NAME:?}`. */
function substituted(
  environment: Record<string, string | number> = {},
  given: Record<string, string> = secrets,
) {
  const value = (template: string) =>
    template.replaceAll(/\$\{(\w+)(?::-([^}]*)|:\?)\}/g, (_, name, fallback) => {
      const found = given[name] ?? fallback;
      if (found === undefined) throw new Error(`${name} is required`);
      return found;
    });
  return Object.fromEntries(
    Object.entries(environment).map(([name, template]) => [name, value(String(template))]),
  );
}

it('runs what is built here, PostgreSQL and Redis, and no image by latest', () => {
  const targets = readDockerfile().stages.map(({ name }) => name);
  for (const { image, build } of Object.values(services)) {
    expect(image).toMatch(/:(?!latest$)[a-z0-9.-]+$/);
    if (!build) continue;
    expect(existsSync(resolve(deployFolder, build.context, build.dockerfile))).toBe(true);
    expect(targets).toContain(build.target);
    expect(image).toContain(`/${build.target}:`);
  }
});

it('mounts only what there is, and asks for each secret', () => {
  const volumes = Object.values(services).flatMap((service) => service.volumes ?? []);
  for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
    if (source.startsWith('.')) expect(existsSync(resolve(deployFolder, source))).toBe(true);
  }
  const required = [...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name = '']) => name);
  expect(new Set(required)).toEqual(new Set(Object.keys(secrets)));
  const guide = readFileSync(resolve(deployFolder, 'README.md'), 'utf8');
  for (const name of required) expect(guide).toContain(`${name}=`);
});

describe.each(names)('%s', (name) => {
  const { variables, readConfig } = ours[name];
  const server = services[name];
  const migration = services[`${name}-migration`];

  it('is given every variable that it requires, and none that it does not read', () => {
    const given = Object.keys(server?.environment ?? {});
    expect(given.filter((each) => !variables.known.includes(each))).toEqual([]);
    expect(variables.required.filter((each: string) => !given.includes(each))).toEqual([]);
    for (const each of Object.keys(migration?.environment ?? {})) {
      expect(variables.known).toContain(each);
    }
  });

  it('would start so, on this machine and in production behind TLS', () => {
    expect(() => readConfig(substituted(server?.environment))).not.toThrow();
    const production = {
      ...secrets,
      NODE_ENV: 'production',
      BASE_URL: 'https://registry.example.com',
      OAUTH_URL: 'https://oauth.example.com',
      TRUSTED_PROXIES: '1',
    };
    expect(() => readConfig(substituted(server?.environment, production))).not.toThrow();
  });

  it('starts after its migrations, and writes nowhere', () => {
    expect(migration?.command).toEqual(['dist/migrate.js']);
    expect(server?.depends_on).toMatchObject({
      [`${name}-migration`]: { condition: 'service_completed_successfully' },
    });
    expect(server?.image).toBe(migration?.image);
    expect([server?.read_only, migration?.read_only]).toEqual([true, true]);
  });
});
