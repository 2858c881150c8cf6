import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleDefinition } from '@app-platform/app-definition';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import openapiTypescript, { astToString } from 'openapi-typescript';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-types-'));
  const registry = await readDocument('registry.openapi.json');
  const schema = await readDocument('app-definition.schema.json');
  const ofSchema = { ...registry, paths: {}, components: { schemas: { AppDefinition: schema } } };
  await generateTypes('registry', registry);
  await generateTypes('oauth', await readDocument('oauth.openapi.json'));
  await generateTypes('schema', ofSchema);
  const types = join(repositoryFolder, 'packages/app-definition/src/schema/types.ts');
  await writeFile(
    join(folder, 'own.ts'),
    `import type { AuthoredDefinition } from '${types}';
export type components = { schemas: { AppDefinition: AuthoredDefinition } };`,
  );
});
afterAll(async () => {
  RunningProcess.endAll();
  await rm(folder, { recursive: true, force: true });
});

async function readDocument(name: string) {
  return JSON.parse(await readFile(join(repositoryFolder, 'docs/api', name), 'utf8'));
}

async function generateTypes(name: string, document: object): Promise<void> {
  const types = astToString(await openapiTypescript(JSON.stringify(document)));
  await writeFile(join(folder, `${name}.ts`), types);
}

/** What the compiler says of a program beside the generated types; empty where all is right. */
async function faultsOf(program: string): Promise<string> {
  const file = join(folder, 'program.ts');
  await writeFile(file, program);
  const { stdout } = await new RunningProcess([
    join(repositoryFolder, 'node_modules/typescript/bin/tsc'),
    ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--allowImportingTsExtensions'],
    ...['--skipLibCheck', '--ignoreConfig', '--types', '', '--target', 'es2024'],
    ...['--module', 'nodenext', file],
  ]).finished();
  return stdout.trim();
}

const equal = `
type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
const same = <_Check extends true>() => {};
type Any = { [key: string]: unknown };
`;

describe.each(['registry', 'schema', 'own'])(
  'the types of an app definition from the %s',
  (name) => {
    const prologue = `
import type { components } from './${name}.ts';
type Definition = components['schemas']['AppDefinition'];
${equal}`;

    it('take the complete example, with every property known', async () => {
      const example = JSON.stringify(exampleDefinition, null, 2);
      expect(await faultsOf(`${prologue}export const example: Definition = ${example};`)).toBe('');
    });

    it('are types of our own definition', async () => {
      const types = join(repositoryFolder, 'packages/app-definition/src/schema/types.ts');
      const program = `${prologue}
import type { AuthoredDefinition } from '${types}';
export const own = (generated: Definition): AuthoredDefinition => generated;`;
      expect(await faultsOf(program)).toBe('');
    });

    it('are exact where a generator may err', async () => {
      const program = `${prologue}
type Of<Name extends keyof Definition> = Required<Definition>[Name];
type ElementOf<Name extends keyof Definition> = Of<Name> extends (infer One)[] ? One : never;
type Field<Object, Name extends keyof Object> = Required<Object>[Name];

same<Equal<Definition['app'], string>>();
same<Equal<Of<'visibility'>, 'private' | 'public'>>();
same<Equal<Of<'tags'>, ('ai' | 'analytics' | 'csat' | 'ecommerce' | 'messaging')[]>>();
same<Equal<Of<'auth'>, Any>>();
same<Equal<Of<'changelog'>, { [version: string]: string }>>();
same<Equal<Of<'i18n'>, { [locale: string]: { [key: string]: string } }>>();
same<Equal<Field<ElementOf<'commands'>, 'permittedArgs'>, unknown[] | Any>>();
same<Equal<Field<ElementOf<'commands'>, 'inputSchema'>, Any>>();
same<Equal<Field<ElementOf<'workflows'>, 'trigger'>, string | Any>>();
same<Equal<Field<ElementOf<'widgets'>, 'width'>, number | string>>();
same<Equal<Field<ElementOf<'widgets'>, 'iframePermissions'>, string[] | string>>();
same<Equal<Field<ElementOf<'shortcuts'>, 'payload'>, unknown>>();

export const other: Of<'meta'> = { externalQueue: 'Voice', anyOtherKey: 1 };
// @ts-expect-error a wrong type
export const wrongTitle: Definition = { app: 'a', version: '1.0.0', title: 1 };
// @ts-expect-error an unknown property
export const unknownKey: Definition = { app: 'a', version: '1.0.0', iconURL: 'x' };
// @ts-expect-error a missing property
export const missing: Definition = { app: 'a' };`;
      expect(await faultsOf(program)).toBe('');
    });
  },
);

describe('the types of the operations', () => {
  it('are those of the registry', async () => {
    const program = `
import type { operations, components } from './registry.ts';
${equal}
type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;
type BodyOf<Name extends keyof operations> = Json<NonNullable<operations[Name]['requestBody']>>;

type IsOptional<Key extends keyof T, T> = {} extends Pick<T, Key> ? true : false;
same<IsOptional<'requestBody', operations['generateSecret']>>();
same<Equal<IsOptional<'requestBody', operations['installApp']>, false>>();
export const emptySecret: BodyOf<'generateSecret'> = {};
export const unnamedKey: BodyOf<'createApiKey'> = { roles: ['org.admin.apps'] };
same<Equal<BodyOf<'registerApp'>, components['schemas']['AppDefinition']>>();
same<Equal<keyof operations['listAttributes']['responses'] & 422, 422>>();
type App = components['schemas']['AvailableApp']['attributes'];
same<Equal<App['auth'], Any>>();
export const ofDefinition = (app: App): unknown => app.vendor;`;
    expect(await faultsOf(program)).toBe('');
  });

  it('are those of the OAuth service', async () => {
    const program = `
import type { components } from './oauth.ts';
${equal}
type Token = components['schemas']['Token'];
same<Equal<Token['token_type'], 'bearer' | 'DPoP'>>();
same<Equal<Token['expires_in'], number>>();
same<Equal<Token['refresh_token'], string | undefined>>();
type Introspection = components['schemas']['Introspection'];
export const scopeOf = (token: Introspection) => (token.active ? token.scope : undefined);
same<Equal<Required<Extract<Introspection, { active: true }>>['cnf'], Any>>();`;
    expect(await faultsOf(program)).toBe('');
  });
});
