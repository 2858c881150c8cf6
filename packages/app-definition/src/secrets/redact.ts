import type { Finding } from '../findings/finding.ts';
import { exactPointer, pathOf } from '../json/json-pointer.ts';
import type { JsonObject } from '../json/json-value.ts';
import { secretInDefinition } from '../rules/secret-in-definition.ts';
import { knownSecretsIn } from './secret-formats.ts';

const hidden = '[redacted]';

/**
 * The length of the parts that are hidden. Messages quote parts of texts, so hiding the whole secret is
 * not enough.
 */
const partLength = 6;
/** Bounds the memory: a definition of secrets alone could have a mebibyte. */
const totalLimit = 200_000;

/** Words of the messages. A secret such as `client-secret-42` may hold them too; they reveal nothing of it. */
const commonWords = `client secret password credential bearer authorization ${secretInDefinition.name}`;

/** Hides parts of secrets in a text. */
export type Redact = (text: string) => string;

export function redactionOf(found: readonly { body: string }[]): Redact {
  const secrets = new Set(found.map(({ body }) => body));
  const total = [...secrets].reduce((sum, secret) => sum + secret.length, 0);
  if (total > totalLimit) return () => hidden;
  const parts = new Set<string>();
  for (const secret of secrets) addParts(secret, parts);
  return parts.size === 0 ? (text) => text : (text) => withoutParts(text, parts);
}

/** Hides the credentials of known formats, for texts whose definition is unknown. */
export function redactKnownSecrets(text: string): string {
  return redactionOf(knownSecretsIn(text))(text);
}

function addParts(secret: string, parts: Set<string>): void {
  // As in a message, and as in a pointer.
  const quoted = JSON.stringify(secret).slice(1, -1);
  for (const form of new Set([secret, quoted, secret.replaceAll('/', '~1')])) {
    for (let start = 0; start + partLength <= form.length; start += 1) {
      const part = form.slice(start, start + partLength);
      if (!commonWords.includes(part)) parts.add(part);
    }
  }
}

function withoutParts(text: string, parts: ReadonlySet<string>): string {
  let shown = '';
  let position = 0;
  for (let start = 0; start + partLength <= text.length; start += 1) {
    if (!parts.has(text.slice(start, start + partLength))) continue;
    let end = start + partLength;
    while (parts.has(text.slice(end - partLength + 1, end + 1)) && end < text.length) end += 1;
    shown += text.slice(position, start) + hidden;
    position = end;
    start = end - 1;
  }
  return shown + text.slice(position);
}

/** The finding without secrets: its pointer ends before one, and a fix that holds one is left out. */
export function redactFinding<Redacted extends Finding>(
  finding: Redacted,
  redact: Redact,
): Redacted {
  const { fix, source, meta, ...rest } = finding;
  const safeFix = isSafe(fix, redact) ? fix : undefined;
  return {
    ...rest,
    detail: redact(finding.detail),
    expected: redact(finding.expected),
    ...('reason' in finding && { reason: redact(String(finding.reason)) }),
    ...(source && { source: 'pointer' in source ? shortened(source.pointer, redact) : source }),
    ...(meta && { meta: safeEntries(meta, redact) }),
    ...(safeFix && { fix: safeFix }),
  } as Redacted;
}

function safeEntries(meta: JsonObject, redact: Redact): JsonObject {
  return Object.fromEntries(Object.entries(meta).filter((entry) => isSafe(entry, redact)));
}

function isSafe(value: unknown, redact: Redact): boolean {
  if (value === undefined) return true;
  const text = JSON.stringify(value);
  return redact(text) === text;
}

function shortened(pointer: string, redact: Redact): { pointer: string } {
  if (redact(pointer) === pointer) return { pointer };
  const path = pathOf(pointer);
  const end = path.findIndex((_, index) => {
    const start = exactPointer(path.slice(0, index + 1));
    return redact(start) !== start;
  });
  return { pointer: end === -1 ? pointer : exactPointer(path.slice(0, end)) };
}
