import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { type FileProblem, ruleProblems, schemaProblem } from './file-problems.ts';
import { type PlatformFile, platformFileSchema, type UserEntry } from './platform-file-schema.ts';

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
  return readFile(path, 'utf8');
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
