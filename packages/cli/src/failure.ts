import { OauthError, PlatformError } from '@app-platform/client/source';
import { adviseCommands } from './advised-commands.ts';
import type { OwnError } from './own-errors.ts';

/** The exit codes of every command. */
export const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  forbidden: 3,
  unreachable: 4,
  unexpected: 70,
} as const;

export const exitMeanings: Record<keyof typeof exitCodes, string> = {
  done: 'done',
  refused: 'the definition or the request was refused',
  usage: 'wrong usage',
  forbidden: 'not signed in, or not allowed',
  unreachable: 'the platform cannot be reached, or is overloaded',
  unexpected: 'a mistake of this program',
};

/** For the help of commands. */
export function exitCodesText(): string {
  const lines = Object.entries(exitCodes).map(
    ([name, code]) => `  ${String(code).padEnd(4)}${exitMeanings[name as keyof typeof exitCodes]}`,
  );
  return ['Exit codes:', ...lines].join('\n');
}

/** An error as `--json` prints it. Line and column begin at 1. */
export type ReportedError = {
  code: string;
  detail: string;
  /** The definition that it is about, as it was named. */
  file?: string | undefined;
  pointer?: string | undefined;
  line?: number | undefined;
  column?: number | undefined;
  /** Of a finding: how severe it is, which rule of the linter it breaks, and how to mend it. */
  severity?: string | undefined;
  rule?: string | undefined;
  expected?: string | undefined;
  fix?: unknown;
  /** `about` is the address of the description. */
  links?: { about?: string } | undefined;
};

/** The section about the errors of this program. Those of the registry name their own pages. */
const OWN_ERRORS = '/docs/cli#errors';

/** An error for programs. @param baseUrl of links that the registry did not make */
export function forPrograms(error: ReportedError, baseUrl: string) {
  const { code, detail, pointer = null, line = null, column = null, rule, links, ...more } = error;
  const place = { pointer, line, column };
  return {
    ...{ code, detail, ...place, rule: rule ?? code.replaceAll('_', '-') },
    ...more,
    links: { ...links, about: absoluteLink(links?.about ?? OWN_ERRORS, baseUrl) },
  };
}

/** @param about an address, or a path of the registry */
export function absoluteLink(about: string, baseUrl: string): string {
  return about.startsWith('/') ? baseUrl + about : about;
}

/** For people: `app.json:3:3`, or what is known of it. */
export function placeOf({ file, line, column, pointer }: Partial<ReportedError>): string {
  if (file === undefined || line === undefined) return [file, pointer].filter(Boolean).join(' at ');
  return `${file}:${line}:${column}`;
}

/** Ends a command with these errors. */
export class CommandFailure extends Error {
  readonly exitCode: number;
  readonly errors: ReportedError[];
  readonly data: unknown;
  /** For people; replaces the list of errors. */
  readonly text: string | undefined;

  constructor(exitCode: number, errors: ReportedError[], data: unknown = null, text?: string) {
    super(errors.map(({ detail }) => detail).join('\n'));
    this.text = text;
    this.exitCode = exitCode;
    this.errors = errors;
    this.data = data;
  }
}

export function refused(
  code: OwnError,
  detail: string,
  more: Partial<ReportedError> = {},
): CommandFailure {
  return new CommandFailure(exitCodes.refused, [{ code, detail, ...more }]);
}

export function refusedUsage(detail: string): CommandFailure {
  return new CommandFailure(exitCodes.usage, [{ code: 'usage', detail }]);
}

export function notSignedIn(detail: string): CommandFailure {
  return new CommandFailure(exitCodes.forbidden, [{ code: 'not_signed_in', detail }]);
}

/** Converts the error that ended a command. */
export function failureOf(error: unknown): CommandFailure {
  if (error instanceof CommandFailure) return error;
  if (error instanceof PlatformError) return failureOfPlatform(error);
  if (error instanceof OauthError) {
    const isOutage = error.status >= 500;
    const advice = isOutage ? 'Try again in a moment.' : 'Sign in again: apps login';
    return new CommandFailure(isOutage ? exitCodes.unreachable : exitCodes.forbidden, [
      { code: error.error, detail: `${error.description ?? error.error}. ${advice}` },
    ]);
  }
  const detail = error instanceof Error ? error.message : String(error);
  if (isOfFileSystem(error)) return refused('file_system', detail);
  return new CommandFailure(exitCodes.unexpected, [{ code: 'unexpected', detail }]);
}

function failureOfPlatform({ status, errors, message }: PlatformError): CommandFailure {
  const reported = errors.map(({ code, detail, source, links }) => ({
    code,
    detail: adviseCommands(detail),
    pointer: source?.pointer,
    links,
  }));
  const unnamed = { code: 'unexpected_answer', detail: message };
  return new CommandFailure(exitCodeOf(status), reported.length > 0 ? reported : [unnamed]);
}

function exitCodeOf(status: number): number {
  if (status === 401 || status === 403) return exitCodes.forbidden;
  const isUnreachable = status === 0 || status === 429 || status >= 500;
  return isUnreachable ? exitCodes.unreachable : exitCodes.refused;
}

/** The client throws a PlatformError without a status, `fetch` a TypeError with a cause, and a timeout a DOMException. */
export function isNetworkError(error: unknown): boolean {
  if (error instanceof PlatformError) return error.status === 0;
  return isTimeout(error) || (error instanceof TypeError && error.cause !== undefined);
}

export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

/** Whether an answer cannot be parsed, such as the page of a proxy. */
export function isNoJson(error: unknown): boolean {
  return error instanceof Error && error.name === 'SyntaxError';
}

/** @param answer what came instead of an answer of the platform */
export function notThePlatform(
  address: string,
  variable: string,
  answer = 'something other than JSON',
): CommandFailure {
  const detail = `${address} answered with ${answer}. Is ${variable} right?`;
  return new CommandFailure(exitCodes.unreachable, [{ code: 'unexpected_answer', detail }]);
}

export function unreachable(address: string, error: unknown, variable: string): CommandFailure {
  const cause = firstCause(error);
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  const advice = adviceFor(reason, cause) ?? `Is the platform running, and is ${variable} right?`;
  return new CommandFailure(exitCodes.unreachable, [
    { code: 'unreachable', detail: `${address} cannot be reached: ${reason}. ${advice}` },
  ]);
}

/** `fetch` hides the reason in causes of causes. */
function firstCause(error: unknown): unknown {
  const hasCause = error instanceof Error && error.cause !== undefined;
  return hasCause ? firstCause(error.cause) : error;
}

/** Of certificates that no known authority has signed. */
const UNKNOWN_AUTHORITY = /^(UNABLE_TO_|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT)/;

function adviceFor(reason: string, cause: unknown): string | undefined {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : '';
  if (UNKNOWN_AUTHORITY.test(String(code))) {
    return "Set NODE_EXTRA_CA_CERTS to a file with the certificate of the server's authority.";
  }
  return /\bproxy\b/i.test(reason) ? 'Is HTTPS_PROXY right?' : undefined;
}

/** Such as a folder that may not be written, or a disk that is full. */
function isOfFileSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && ('path' in error || 'dest' in error);
}

/** Whether an error of the system has a code such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
