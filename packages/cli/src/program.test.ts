import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inspectDefinition } from '@app-platform/app-definition';
import { sarifErrors } from '@app-platform/app-definition/testing/sarif-errors';
import { hostileFiles } from '@app-platform/json/testing/hostile-files';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Log } from 'sarif';
import manifest from '../package.json' with { type: 'json' };
import { exitCodes, exitMeanings, type ReportedError } from './failure.ts';
import { runApps } from './program.ts';
import type { CommandContext } from './run-command.ts';

const folders: string[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-apps-'));
  folders.push(folder);
});
afterAll(() => Promise.all(folders.map((one) => rm(one, { recursive: true, force: true }))));

type Run = { code: number; stdout: string; stderr: string };

async function apps(args: string[], changes: Partial<CommandContext> = {}): Promise<Run> {
  const run: Run = { code: 0, stdout: '', stderr: '' };
  await runApps(args, {
    config: {
      baseUrl: 'https://registry.example.com',
      oauthUrl: undefined,
      apiKey: undefined,
      profilesFile: join(folder, 'config/profiles.json'),
    },
    folder,
    isTerminal: false,
    print: (text) => {
      run.stdout += `${text}\n`;
    },
    notify: (text) => {
      run.stderr += `${text}\n`;
    },
    setExitCode: (code) => {
      run.code = code;
    },
    ask: () => Promise.reject(new Error('asked without a terminal')),
    readInput: () => Promise.reject(new Error('read standard input')),
    openBrowser: () => undefined,
    ...changes,
  });
  return run;
}

/** Of a registry, as `config` names it. */
const ADDRESS = /^https:\/\/registry\.example\.com\/docs\/\S+$/;

/** The only line on standard output. Each error has its rule, and an address. */
const json = (...args: string[]) => jsonWith({}, ...args);

async function jsonWith(changes: Partial<CommandContext>, ...args: string[]) {
  const { code, stdout, stderr } = await apps([...args, '--json'], changes);
  expect([stdout.split('\n').length, stderr]).toEqual([2, '']);
  const envelope = JSON.parse(stdout);
  for (const { rule, links } of envelope.errors) {
    expect([rule, links]).toEqual([
      expect.stringMatching(/^[a-z-]+$/),
      { about: expect.stringMatching(ADDRESS) },
    ]);
  }
  return { code, ...envelope };
}

const write = (name: string, text: string) => writeFile(join(folder, name), text);

it('a command is missing', async () => {
  for (const args of [[], ['keys']]) {
    const [error] = (await json(...args)).errors;
    expect(error).toMatchObject({ code: 'usage', detail: 'Name a command. See: apps --help' });
  }
});

describe('apps init', () => {
  it('writes a file of another name, in a folder that it makes', async () => {
    const { stdout } = await apps(['init', 'apps/orders.json', '--name', 'orders']);
    expect(stdout).toBe(
      'Wrote apps/orders.json. Next: apps validate apps/orders.json, then apps register apps/orders.json.\n',
    );
    expect(await json('validate', 'apps/orders.json')).toMatchObject({ code: 0 });
    const inFile = await json('init', 'apps/orders.json/app.json', '--name', 'orders');
    expect(inFile).toMatchObject({ code: 1, errors: [{ code: 'file_system' }] });
  });

  it.each([
    ['app.json', []],
    ['app.ts', ['--typescript']],
  ])('writes %s, that is valid', async (file, args) => {
    const title = `O'Neil's "points"`;
    const initialized = await json('init', '--name', 'loyalty', '--title', title, ...args);
    expect(initialized).toMatchObject({ code: 0, ok: true, data: { file, app: 'loyalty', title } });
    expect(await json('validate')).toMatchObject({ code: 0, ok: true, data: { valid: true } });
  });

  it('refers to the schema of the platform', async () => {
    await apps(['init', '--name', 'loyalty']);
    const definition = JSON.parse(await readFile(join(folder, 'app.json'), 'utf8'));
    expect(definition.$schema).toBe('https://registry.example.com/v1/apps/definition-schema.json');
    expect(inspectDefinition(definition).errors).toEqual([]);
  });

  it('keeps a file that exists', async () => {
    await write('app.json', '{}');
    expect(await json('init', '--name', 'loyalty')).toMatchObject({
      code: 1,
      ok: false,
      errors: [{ code: 'file_exists' }],
    });
    expect(await readFile(join(folder, 'app.json'), 'utf8')).toBe('{}');
  });

  it('asks at a terminal, and takes what it proposes for no answer', async () => {
    const questions: string[] = [];
    const ask = async (question: string) => {
      questions.push(question);
      return questions.length === 1 ? 'orders' : '';
    };
    await apps(['init'], { isTerminal: true, ask });
    expect(questions).toHaveLength(2);
    const definition = JSON.parse(await readFile(join(folder, 'app.json'), 'utf8'));
    expect(definition).toMatchObject({ app: 'orders', title: 'Orders' });
  });

  it('makes a name of the name of the folder', async () => {
    const { data } = await json('init');
    expect(data.app).toMatch(/^app_platform_apps_\w+$/);
  });

  it('refuses a name that no app can have', async () => {
    expect(await json('init', '--name', 'loyal-ty')).toMatchObject({
      code: 2,
      errors: [{ code: 'usage', detail: expect.stringContaining("'loyal-ty' is no name") }],
    });
  });
});

describe('apps validate', () => {
  it('names the line and the column of every error', async () => {
    await write('app.json', '{\n  "app": "loyal-ty",\n  "version": "1",\n  "title": "x"\n}\n');
    const { code, ok, data, errors } = await json('validate');
    expect([code, ok, data.valid]).toEqual([1, false, false]);
    expect(errors).toMatchObject([
      { code: 'invalid_definition', pointer: '/app', line: 2, column: 3 },
      { code: 'invalid_definition', pointer: '/version', line: 3, column: 3 },
    ]);
    expect(Object.keys(errors[0]).slice(0, 5)).toEqual([
      'code',
      'detail',
      'pointer',
      'line',
      'column',
    ]);
  });

  it('tells programs the rule of an error, and the page of the rule', async () => {
    await write('app.json', '{ "app": "x", "version": "1.0.0", "title": "X", "titel": "X" }');
    const { errors } = await json('validate');
    expect(errors[0]).toMatchObject({
      severity: 'error',
      rule: 'unknown-property',
      links: { about: expect.stringContaining('unknown-property') },
    });
  });

  it('shows the lines for people', async () => {
    await write('app.jsonc', '{\n  // the name\n  "app": "loyal-ty",\n  "version": "1.0.0",\n}\n');
    const { code, stderr } = await apps(['validate']);
    expect(code).toBe(1);
    expect(stderr).toContain('app.jsonc:3:3 error');
    expect(stderr).toContain('> 3 |   "app": "loyal-ty",\n    |   ^');
  });

  it.each([
    ['{\n  "app": "x"\n  "version": "1.0.0"\n}', 3, 3],
    ['{ "app": ', 1, 10],
    ['', 1, 1],
  ])('names the place of a syntax error: %j', async (text, line, column) => {
    await write('app.json', text);
    const { code, errors } = await json('validate');
    expect([code, errors]).toEqual([
      1,
      [expect.objectContaining({ code: 'malformed_json', line, column })],
    ]);
  });

  it.each(hostileFiles)('reads $name as the API does', async (file) => {
    const { verdict, verdictWithComments: expected = verdict } = file;
    await writeFile(join(folder, 'app.json'), file.bytes);
    const { code, errors } = await json('validate');
    const read = errors.map(
      (one: ReportedError) => `${one.code} ${one.pointer} ${one.line}:${one.column}`,
    );
    const ofReader = read.filter((one: string) => !one.startsWith('invalid_definition'));
    expect(ofReader).toEqual(expected);
    if (expected.length > 0) expect(code).toBe(1);
  });

  it('reports every fault, and the syntax of each line', async () => {
    await write('app.json', '{\n "app": "x",\n "app": "y",\n "a": ,\n "b": [1 2]\n}');
    const { errors } = await json('validate');
    expect(errors).toMatchObject([
      { severity: 'error', code: 'duplicate_key', pointer: '/app', line: 3, column: 2 },
      { severity: 'error', code: 'malformed_json', pointer: '', line: 4, column: 7 },
      { severity: 'error', code: 'malformed_json', pointer: '', line: 5, column: 10 },
    ]);
    const { stderr } = await apps(['validate']);
    expect(stderr).toContain('app.json:3:2 error duplicate_key: This object has the key more');
    expect(stderr).toContain('> 5 |  "b": [1 2]');
    expect(stderr).toContain('app.json cannot be registered: 3 errors, 0 warnings.');
  });

  it('shows no secret of a key that is there twice', async () => {
    const secrets = ['swordfish4242', 'barracuda4343'];
    const members = secrets.map((secret) => `    "password": "${secret}"`).join(',\n');
    await write('app.json', `{\n  "auth": {\n${members}\n  }\n}\n`);
    const { stderr } = await apps(['validate']);
    expect(stderr).toContain('app.json:4:5 error duplicate_key');
    for (const secret of secrets) expect(stderr).not.toContain(secret);
  });

  it('shows no secret beside a syntax error', async () => {
    await write('app.json', '{\n  "auth": { "password": "swordfish4242" }\n  "app": "x"\n}\n');
    const { stderr } = await apps(['validate']);
    expect(stderr).toContain('> 3 |   "app": "x"');
    expect(stderr).not.toContain('swordfish');
  });

  it.each([
    ['export default', "import { defineApp } from '@app-platform/cli';\nexport default defineApp("],
    [
      'a named export',
      "import { defineApp } from '@app-platform/cli';\nexport const app = defineApp(",
    ],
  ])('runs a TypeScript file with %s', async (_form, begin) => {
    const version: string = '1.0.0';
    await write('app.ts', `${begin}{ app: 'x' as string, version: '${version}', title: 'X' });\n`);
    expect(await json('validate')).toMatchObject({ code: 0, data: { valid: true } });
  });

  it('runs what a TypeScript file imports, as it is now', async () => {
    await mkdir(join(folder, 'parts'));
    await write(
      'app.ts',
      `import { readFileSync } from 'node:fs';
import { defineApp, AuthoredDefinition } from '@app-platform/cli';
import more from './parts/more.json' with { type: 'json' };
import { title, Kind } from './parts/title.js';
import withoutAttribute from './parts/more.json';
const { app } = await import('./parts');
const version = readFileSync(new URL('./parts/version.txt', import.meta.url), 'utf8').trim();
export default defineApp({ app, version, title: title + Kind.Second, ...more, ...withoutAttribute } satisfies AuthoredDefinition);`,
    );
    await write('parts/index.ts', "export const app: string = 'x';");
    await write('parts/more.json', '{ "visibility": "private" }');
    await write('parts/version.txt', '1.0.0');
    const enumeration = "export enum Kind { First = 'a', Second = 'b' }\n";
    await write('parts/title.ts', `${enumeration}export const title: string = 'X';`);
    expect(await json('validate')).toMatchObject({ code: 0, data: { valid: true } });
    await write('parts/title.ts', `${enumeration}export const title = '';`);
    await write('parts/version.txt', 'v1');
    expect((await json('validate')).errors).toMatchObject([{ pointer: '/version' }]);
    await write('parts/title.ts', `${enumeration}export const title = ;`);
    const [fault] = (await json('validate')).errors;
    expect(fault).toMatchObject({ code: 'invalid_module', file: 'app.ts' });
    expect(fault.detail).toContain('title.ts: Unexpected token (2:');
  });

  it.each([
    ['throws', "throw new Error('no network');", 'no network'],
    ['exports nothing', 'export {};', 'export default defineApp'],
    ['is no TypeScript', 'export default {', 'cannot be run'],
    ['computes no number', 'export default { app: 0 / 0 };', "'app' is NaN"],
    ['exports a function', 'export default { app: () => 1 };', "'app' is function"],
    ['has a hole', 'export default { tags: [undefined] };', "'0' is undefined"],
    ['is circular', 'const a = {}; a.a = a; export default a;', 'circular'],
  ])('says when a TypeScript file %s', async (_what, text, reason) => {
    await write('app.ts', text);
    expect(await json('validate')).toMatchObject({
      code: 1,
      errors: [{ code: 'invalid_module', detail: expect.stringContaining(reason) }],
    });
  });

  it('reads what a TypeScript file computes as the API does', async () => {
    await write('app.ts', "export default { title: '\\ud800', ['__proto__']: 1 };");
    const { errors } = await json('validate');
    expect(errors).toMatchObject([
      { code: 'unstorable_character', pointer: '/title', line: null },
      { code: 'reserved_key', pointer: '/__proto__', line: null },
    ]);
  });

  it('says which files it looks for, and which of two it does not choose', async () => {
    expect((await json('validate')).errors[0].detail).toContain('apps init');
    await write('app.json', '{}');
    await write('app.ts', 'export default {};');
    const { code, errors } = await json('validate');
    expect([code, errors[0].code]).toEqual([1, 'ambiguous_file']);
    expect((await json('validate', 'other.json')).errors[0].detail).toContain('other.json');
  });

  it('takes folders, several files and standard input, and names the file of each error', async () => {
    const files = ['one/app.json', 'two/app.jsonc', 'three.json', 'empty/readme.md'];
    await Promise.all(['one', 'two', 'empty'].map((name) => mkdir(join(folder, name))));
    const right = '{ "app": "x", "version": "1.0.0", "title": "X" }';
    const wrong = '{ "app": "x", "version": "1", "title": "X" }';
    for (const name of files) await write(name, name === 'two/app.jsonc' ? wrong : right);
    const readInput = async () => Buffer.from('{\n  "app": }');
    const all = ['one', 'two/', 'three.json', '-', 'empty'];
    const { code, data, errors } = await jsonWith({ readInput }, 'validate', ...all);
    expect(code).toBe(1);
    expect(data.files).toMatchObject([
      { file: 'one/app.json', valid: true },
      { file: 'two/app.jsonc', valid: false },
      { file: 'three.json', valid: true },
    ]);
    expect(errors).toMatchObject([
      { file: 'two/app.jsonc', pointer: '/version', line: 1 },
      { file: '-', code: 'malformed_json', line: 2 },
      {
        file: 'empty',
        code: 'missing_file',
        detail: expect.stringContaining('app.json, app.jsonc or app.ts in empty'),
      },
    ]);
    const { stdout, stderr } = await apps(['validate', ...all], { readInput });
    expect(stdout).toBe('');
    for (const place of ['two/app.jsonc:1:15 error', '-:2:10 error', 'missing_file at empty']) {
      expect(stderr).toContain(place);
    }
    expect(await jsonWith({ readInput }, 'validate', '-')).toMatchObject({ code: 1 });
    expect(await json('validate', 'one')).toMatchObject({ data: { file: 'one/app.json' } });
  });

  it.each([
    [['-', '-'], 'Name - once'],
    [['-', '--fix'], '--fix changes files'],
    [['-', '--watch'], 'Standard input does not change'],
  ])('refuses %j', async (args, reason) => {
    const { errors, code } = await json('validate', ...args);
    expect([code, errors[0].detail]).toEqual([2, expect.stringContaining(reason)]);
  });

  it('carries out fixes, and keeps comments', async () => {
    const lines = [
      '{',
      '\t// The id.',
      '\t"app": "x", "version": "1.0.0", "title": "X",',
      '\t"websiet": "example.com", // Ours.',
      '\t"redirectUris": ["https://a.example/b", "https://a.example/b", "https://a.example/c"],',
      '}',
      '',
    ];
    await write('app.jsonc', lines.join('\r\n'));
    const { code, data } = await json('validate', '--fix');
    expect([code, data.valid]).toEqual([0, true]);
    expect(data.fixed.toSorted()).toEqual([
      'redirect-uri-repeated',
      'unknown-property',
      'unparseable-url',
    ]);
    const text = await readFile(join(folder, 'app.jsonc'), 'utf8');
    expect(text).toContain('\t// The id.\r\n\t"app": "x"');
    expect(text).toContain('// Ours.');
    expect(text).toMatch(/\r\n\t"website": "https:\/\/example\.com"/);
    expect((await json('validate', '--fix')).data.fixed).toEqual([]);
    expect(await readFile(join(folder, 'app.jsonc'), 'utf8')).toBe(text);
    await write('app.ts', 'export default {};');
    expect((await json('validate', 'app.ts', '--fix')).errors[0].code).toBe('not_json');
  });

  it('changes lines of fixes alone, and no byte of a right file', async () => {
    const mark = '\uFEFF';
    const right = `${mark}{\r\n\t"app": "x", // The app.\r\n\t"version": "1.0.0"\r\n}`;
    await write('app.json', right);
    const { mtimeMs } = await stat(join(folder, 'app.json'));
    expect((await json('validate', '--fix')).data.fixed).toEqual([]);
    expect((await stat(join(folder, 'app.json'))).mtimeMs).toBe(mtimeMs);
    await write('app.json', right.replace('"1.0.0"', '"v1.0.0",\r\n\t"title": {}'));
    const { code, data, errors } = await json('validate', '--fix');
    expect([code, data.fixed, errors]).toMatchObject([1, ['version'], [{ pointer: '/title' }]]);
    expect(await readFile(join(folder, 'app.json'), 'utf8')).toBe(
      right.replace('"1.0.0"', '"1.0.0",\r\n\t"title": {}'),
    );
  });

  it('writes a log of SARIF alone, with the line of each finding', async () => {
    await mkdir(join(folder, 'one app'));
    const wrong =
      '{\n  "app": "x",\n  "version": "1",\n  "title": "X",\n  "meta": { "lint": { "missing-icon": "Later." } }\n}';
    await write('one app/app.jsonc', wrong);
    await write('app.ts', "export default { app: 'x', version: 'v1', title: 'X' };");
    await write('broken.json', '{\n  "app"');
    const names = ['one app', 'broken.json', 'app.ts', 'none.json'];
    const { code, stdout, stderr } = await apps(['validate', ...names, '--format', 'sarif']);
    expect([code, stderr]).toEqual([1, '']);
    const log: Log = JSON.parse(stdout);
    expect(sarifErrors(log)).toEqual([]);
    const found = log.runs[0]?.results?.map(({ ruleId, level, locations = [], suppressions }) => {
      const { artifactLocation, region } = locations[0]?.physicalLocation ?? {};
      const place = `${artifactLocation?.uri}:${region?.startLine}`;
      return `${place} ${suppressions ? 'excused' : level} ${ruleId}`;
    });
    expect(found).toEqual([
      'one%20app/app.jsonc:3 error version',
      'broken.json:2 error malformed-json',
      'app.ts:1 error version',
      'none.json:1 error missing-file',
      'one%20app/app.jsonc:1 excused missing-icon',
      'app.ts:1 warning missing-icon',
    ]);
    const [rule] = log.runs[0]?.tool.driver.rules ?? [];
    expect(rule?.helpUri).toBe('https://registry.example.com/docs/lint/version');
    await write('app.ts', "export default { app: 'x', version: '1.0.0', title: 'X' };");
    expect(await apps(['validate', '--format', 'sarif'])).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    [['--format', 'sarif', '--json'], 'not both'],
    [['--format', 'sarif', '--watch'], 'one document'],
    [['--fix', '--watch'], 'not both'],
    [['--format', 'xml'], 'Allowed choices are text, sarif'],
  ])('refuses %j', async (args, reason) => {
    await write('app.json', '{}');
    const { code, stdout, stderr } = await apps(['validate', ...args]);
    const isJson = args.includes('--json');
    expect([code, isJson ? stdout : stderr]).toEqual([2, expect.stringContaining(reason)]);
    if (!isJson) expect(stdout).toBe('');
  });
});

describe('wrong usage', () => {
  it.each([
    [['nonsense'], 'unknown command'],
    [['pull'], 'missing required argument'],
    [['init', '--nonsense'], 'unknown option'],
    [['secret', 'rotate', 'x', '--overlap', '86401'], 'Write seconds from 0 to 86400'],
    [['yank', 'x-1.0.0'], '--reason TEXT'],
    [['deprecate', 'x-1.0.0'], '--message TEXT'],
  ])('%j exits with 2, also as JSON', async (args, reason) => {
    const { code, stdout, stderr } = await apps(args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(reason)]);
    expect(await json(...args)).toMatchObject({
      code: 2,
      ok: false,
      data: null,
      errors: [{ code: 'usage', detail: expect.stringContaining(reason) }],
    });
  });

  it.each([
    [['nonsense'], 'See: apps --help'],
    [['pull'], 'See: apps pull --help'],
    [['secret', 'rotate'], 'See: apps secret rotate --help'],
  ])('%j names the help of its command', async (args, advice) => {
    expect((await apps(args)).stderr.trimEnd().split('\n').at(-1)).toBe(advice);
  });

  it.each(['foo', 'client_id', ''])('doctor %j says what it expects', async (request) => {
    const { code, stderr } = await apps(['doctor', request]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('https://…/oauth/authorize?client_id=…'),
    ]);
  });

  it('--help is none', async () => {
    const { code, stdout } = await apps(['secret', 'rotate', '--help']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('--overlap <seconds>')]);
    const validate = await apps(['validate', '--help']);
    for (const [name, meaning] of Object.entries(exitMeanings)) {
      const line = `  ${exitCodes[name as keyof typeof exitCodes]}`.padEnd(6) + meaning;
      expect(validate.stdout.split('\n')).toContain(line);
    }
  });
});

describe('apps skill', () => {
  it('is a skill that says of each command what its help says', async () => {
    const { code, stdout } = await apps(['skill']);
    const [, name, about = ''] =
      /^---\nname: (.+)\ndescription: (".+")\n---\n\n# /.exec(stdout) ?? [];
    expect([code, name]).toEqual([0, 'apps']);
    expect(JSON.parse(about).length).toBeLessThanOrEqual(1024);
    for (const text of [
      '### `apps secret rotate <app>`',
      '`--overlap <seconds>`',
      '- 3: not signed',
    ])
      expect(stdout).toContain(text);
    expect(stdout).toContain('https://registry.example.com/llms.txt');
  });

  it('is written to a folder, and replaces no file', async () => {
    const output = ['--output', '.claude/skills/apps'];
    expect(await json('skill', ...output)).toMatchObject({ code: 0, ok: true });
    const file = join(folder, '.claude/skills/apps/SKILL.md');
    expect(await readFile(file, 'utf8')).toBe((await apps(['skill'])).stdout);
    await writeFile(file, 'changed');
    expect(await json('skill', ...output)).toMatchObject({ errors: [{ code: 'file_exists' }] });
    expect(await readFile(file, 'utf8')).toBe('changed');
  });
});

describe('a definition that is sent', () => {
  const sent: string[] = [];
  let server: Server;
  let baseUrl: string;
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      sent.push(await text(request));
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"errors":[{"status":400,"code":"x","title":"x","detail":"x"}]}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
  });
  beforeEach(() => {
    sent.length = 0;
  });

  const accepted = hostileFiles.filter(
    ({ verdict, verdictWithComments = verdict }) => verdictWithComments.length === 0,
  );

  it.each(accepted)('is the text of the file: $name', async (file) => {
    const expected = file.sent ?? new TextDecoder().decode(file.bytes);
    await writeFile(join(folder, 'app.json'), file.bytes);
    const config = {
      baseUrl,
      oauthUrl: undefined,
      apiKey: 'key',
      profilesFile: join(folder, 'none.json'),
    };
    await apps(['register'], { config });
    await apps(['validate', '--remote'], { config });
    expect(sent).toEqual([expected, expected]);
  });
});

it.each([
  [[], `${manifest.version}\n`],
  [['--json'], `{"ok":true,"data":{"version":"${manifest.version}"},"errors":[]}\n`],
])('--version %j is the version of the package', async (args, stdout) => {
  expect(await apps(['--version', ...args])).toEqual({ code: 0, stdout, stderr: '' });
});

it('open prints the address of the console, and opens a browser at a terminal only', async () => {
  const address = 'https://registry.example.com/console';
  const opened: string[] = [];
  const openBrowser = (one: string) => void opened.push(one);
  expect(await apps(['open'], { openBrowser })).toMatchObject({ code: 0, stdout: `${address}\n` });
  expect(await json('open')).toMatchObject({ ok: true, data: { address } });
  expect(opened).toEqual([]);
  await apps(['open'], { openBrowser, isTerminal: true });
  expect(opened).toEqual([address]);
});

describe('a command that needs the platform', () => {
  it('exits with 3 where nobody is signed in', async () => {
    expect(await json('install', 'loyalty')).toMatchObject({
      code: 3,
      errors: [{ code: 'not_signed_in', detail: expect.stringContaining('apps login') }],
    });
  });

  it.each([
    ['text/html', '<html></html>', 'something other than JSON'],
    ['application/json', '{"data":null}', 'JSON that is not of the platform'],
    ['application/json', '{}', 'JSON that is not of the platform'],
    ['application/json', 'null', 'JSON that is not of the platform'],
  ])('exits with 4 where something else answers: %s %s', async (type, body, answered) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': type }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const profilesFile = join(folder, 'none.json');
    const config = { baseUrl, oauthUrl: undefined, apiKey: 'key', profilesFile };
    try {
      for (const command of [['list'], ['whoami'], ['install', 'loyalty'], ['keys', 'list']]) {
        expect(await apps(command, { config })).toMatchObject({
          code: 4,
          stderr: `unexpected_answer: ${baseUrl} answered with ${answered}. Is BASE_URL right?\n`,
        });
      }
    } finally {
      server.close();
    }
  });
});
