import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { emailAddressToFind } from '@app-platform/contracts';
import { decodeUtf8, readJsonText } from '@app-platform/json';
import { Ajv, type ErrorObject } from 'ajv';
import { distance } from 'fastest-levenshtein';
import { type Document, LineCounter, parseDocument } from 'yaml';
import {
  type PlatformFile,
  platformFileSchema,
  signInKeys,
  type UserEntry,
} from './platform-file-schema.ts';

const MOST_BYTES = 4_194_304;
const MOST_PASSWORD_BYTES = 4_096;

const validate = new Ajv({ allErrors: true, verbose: true }).compile<PlatformFile>(
  platformFileSchema,
);

/**
 * Reads and checks a platform file. Passwords of `passwordFile` are read too.
 * @throws Error with all problems and their lines
 */
export async function readPlatformFile(file: string): Promise<PlatformFile> {
  const lines = new LineCounter();
  // Pretty errors would quote the file, which may hold passwords.
  const options = { lineCounter: lines, prettyErrors: false };
  const document = parseDocument(await readText(file, MOST_BYTES), options);
  if (document.errors.length > 0) {
    const located = document.errors.map(
      ({ pos, message }) => `${file}:${lines.linePos(pos[0]).line}: ${message}`,
    );
    throw new Error(located.join('\n'));
  }
  const content: unknown = document.toJS();
  const problems = validate(content)
    ? [...ruleProblems(content), ...(await readPasswords(content, dirname(file)))]
    : (validate.errors ?? []).map(schemaProblem);
  if (problems.length === 0) return content as PlatformFile;
  const located = problems.map((problem) => describe(problem, file, document, lines));
  throw new Error([`${file} is not valid, and nothing was changed:`, ...located].join('\n'));
}

/** Replaces each `passwordFile` by the password. */
async function readPasswords({ organizations }: PlatformFile, folder: string) {
  const problems: FileProblem[] = [];
  for (const [index, { users = [] }] of organizations.entries()) {
    for (const [place, user] of users.entries()) {
      const text = await readPassword(user, folder);
      const path = ['organizations', index, 'users', place, 'passwordFile'];
      if (text !== undefined) problems.push({ path, text });
    }
  }
  return problems;
}

/** @returns what is wrong with the file, if anything is */
async function readPassword(user: UserEntry, folder: string): Promise<string | undefined> {
  if (user.passwordFile === undefined) return undefined;
  const path = resolve(folder, user.passwordFile);
  try {
    const password = (await readText(path, MOST_PASSWORD_BYTES)).replace(/\r?\n$/, '');
    if (password.length < 8 || password.length > 1024) {
      return `${path} must hold a password of 8 to 1024 characters.`;
    }
    user.password = password;
    delete user.passwordFile;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function readText(path: string, mostBytes: number): Promise<string> {
  const { size } = await stat(path).catch(() => {
    throw new Error(`There is no file ${path} that can be read.`);
  });
  if (size > mostBytes) throw new Error(`${path} is larger than ${mostBytes} bytes.`);
  const decoded = decodeUtf8(await readFile(path));
  if (decoded.ok) return decoded.text;
  const located = decoded.faults.map(
    ({ line, column, detail }) => `${path}:${line}:${column}: ${detail}`,
  );
  throw new Error(located.join('\n'));
}

function describe(
  { path, text }: FileProblem,
  file: string,
  document: Document,
  lines: LineCounter,
): string {
  const place = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  const subject = place.replace(/^\./, '') || 'the file';
  return `  ${file}:${lineOf(path, document, lines)}: ${subject}: ${text}`;
}

/** The line of a value, or of the nearest value around it. */
function lineOf(path: (string | number)[], document: Document, lines: LineCounter): number {
  const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined;
  if (node?.range) return lines.linePos(node.range[0]).line;
  return path.length === 0 ? 1 : lineOf(path.slice(0, -1), document, lines);
}

/** A problem, and the place of the value that has it. */
type FileProblem = { path: (string | number)[]; text: string };

const MOST_EDITS = 3;

function schemaProblem({
  instancePath,
  keyword,
  params,
  message,
  parentSchema,
}: ErrorObject): FileProblem {
  const path = pathOf(instancePath);
  if (keyword === 'required') return { path, text: `'${params.missingProperty}' is required.` };
  if (keyword === 'pattern') return { path, text: `It must be ${parentSchema?.description}.` };
  if (keyword !== 'additionalProperties') return { path, text: `It ${message}.` };
  const unknown = String(params.additionalProperty);
  const known = Object.keys(parentSchema?.properties ?? {});
  return { path: [...path, unknown], text: unknownKey(known, unknown) };
}

function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

function unknownKey(known: string[], unknown: string): string {
  const ranked = known
    .map((key) => ({ key, edits: distance(key.toLowerCase(), unknown.toLowerCase()) }))
    .sort((one, other) => one.edits - other.edits);
  const nearest = ranked.find(({ edits }) => edits <= MOST_EDITS);
  const hint = nearest ? `Did you mean '${nearest.key}'?` : `Known keys: ${known.join(', ')}.`;
  return `'${unknown}' is not known here. ${hint}`;
}

/** The rules that the schema does not express. */
function ruleProblems({ organizations }: PlatformFile): FileProblem[] {
  const perOrganization = organizations.flatMap(({ name, id, apiKeys = [] }, index) => {
    const path = ['organizations', index];
    const isNamedOnce = (name === undefined) !== (id === undefined);
    return [
      ...(isNamedOnce ? [] : [{ path, text: "Give either 'name' or 'id'." }]),
      ...repeated(apiKeys, 'name', [...path, 'apiKeys']),
    ];
  });
  return [
    ...textProblems(organizations),
    ...perOrganization,
    ...repeated(organizations, 'name', ['organizations']),
    ...repeated(organizations, 'id', ['organizations']),
    ...userProblems(organizations),
  ];
}

/** Reports values that YAML allows and the services refuse, for example NUL. */
function textProblems(organizations: PlatformFile['organizations']): FileProblem[] {
  const json = JSON.stringify({ organizations });
  const result = readJsonText(json, { maxValues: Number.POSITIVE_INFINITY });
  if (result.ok) return [];
  return result.faults.map(({ pointer, detail }) => ({ path: pathOf(pointer), text: detail }));
}

function userProblems(organizations: PlatformFile['organizations']): FileProblem[] {
  return organizations.flatMap(({ users = [] }, organization) => {
    const seen = new Set<string>();
    return users.flatMap((user, index) => {
      const path = ['organizations', organization, 'users', index];
      const email = emailAddressToFind(user.email);
      const isRepeated = seen.has(email);
      seen.add(email);
      return [
        ...(isRepeated
          ? [{ path: [...path, 'email'], text: 'The address is in the organization twice.' }]
          : []),
        ...signInProblem(user).map((text) => ({ path, text })),
      ];
    });
  });
}

function signInProblem(user: UserEntry): string[] {
  const given = signInKeys.filter((key) => user[key] !== undefined);
  return given.length === 1 ? [] : [`Give exactly one of ${signInKeys.join(', ')}.`];
}

function repeated<Key extends string>(
  entries: { [key in Key]?: string }[],
  key: Key,
  path: (string | number)[],
): FileProblem[] {
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    const value = entry[key];
    if (value === undefined) return [];
    const isRepeated = seen.has(value);
    seen.add(value);
    return isRepeated
      ? [{ path: [...path, index, key], text: `'${value}' is in the file twice.` }]
      : [];
  });
}
