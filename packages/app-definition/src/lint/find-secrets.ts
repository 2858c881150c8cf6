import type { Finding } from '../finding.ts';
import type { Path } from '../json-pointer.ts';
import { isJsonObject, ownValue, propertiesOf } from '../json-value.ts';
import { holdsPlaceholder } from '../warnings/placeholders.ts';
import { holdsSecret } from '../warnings/settings.ts';
import { randomTokensIn } from './entropy.ts';
import { type Redact, redactFinding, redactionOf } from './redact.ts';
import { isSecretPlaceholder, knownSecretsIn, type Secret } from './secret-formats.ts';

/** A secret and the place of the text that holds it. */
export type PlacedSecret = Secret & { path: Path };

/** The walk ends below this depth: the registry refuses deeper definitions. */
const depthLimit = 100;

const credentialName =
  /secret|passw(?:or)?d|token|api[_-]?key|private[_-]?key|credential|authorization/i;
/** Fields whose random values are no secrets: ids, digests, and addresses. */
const harmlessName =
  /(?:^|[_-])ids?$|Ids?$|hash|sha\d|checksum|digest|integrity|etag|uuid|guid|fingerprint|revision|commit|teams|users|^\$schema$/i;
/** `key` and `name` refer to settings there. */
const references = new Set<unknown>(['appSettings', 'i18n', 'settings', 'inputSchema']);

/** Every text of a definition that looks like a credential. */
export function findSecrets(definition: unknown): PlacedSecret[] {
  const found: PlacedSecret[] = [];
  for (const { path, text, name } of entriesOf(definition, [], undefined)) {
    for (const secret of secretsIn(text, name, path)) found.push({ ...secret, path });
  }
  return found;
}

/** The default values of settings that hold a secret. `secret-default` reports them. */
export function secretDefaults(definition: unknown): { body: string }[] {
  const settings = propertiesOf(ownValue(definition, 'settings')).flatMap(([, category]) =>
    propertiesOf(category),
  );
  return settings.flatMap(([name, setting]) => {
    const value = ownValue(setting, 'defaultValue');
    const isText = typeof value === 'string' || typeof value === 'number';
    return isText && holdsSecret(setting, name) ? [{ body: String(value) }] : [];
  });
}

/** Hides the secrets of definitions in a text about them. */
export function redactionFor(...definitions: readonly unknown[]): Redact {
  return redactionOf(definitions.flatMap((one) => [...findSecrets(one), ...secretDefaults(one)]));
}

/** Hides the secrets of definitions in findings about them. */
export function hideSecrets<Hidden extends Finding>(
  findings: readonly Hidden[],
  ...definitions: readonly unknown[]
): Hidden[] {
  if (findings.length === 0) return [];
  const redact = redactionFor(...definitions);
  return findings.map((finding) => redactFinding(finding, redact));
}

type Entry = { path: Path; text: string; name: string | undefined };

/** Texts and keys, with the name of the field that holds them. */
function* entriesOf(value: unknown, path: Path, name: string | undefined): Generator<Entry> {
  if (path.length > depthLimit) return;
  if (typeof value === 'string') {
    yield { path, text: value, name };
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries())
      yield* entriesOf(element, [...path, index], name);
  } else if (isJsonObject(value)) {
    // `{ "name": "x-api-key", "value": … }` of a header.
    const header = ownValue(value, 'name');
    for (const [key, child] of Object.entries(value)) {
      yield { path: [...path, key], text: key, name: undefined };
      const isValue = key === 'value' && typeof header === 'string';
      yield* entriesOf(child, [...path, key], isValue ? header : key);
    }
  }
}

function* secretsIn(text: string, name: string | undefined, path: Path): Generator<Secret> {
  if (text.length < 8) return;
  let isKnown = false;
  for (const secret of knownSecretsIn(text)) {
    isKnown = true;
    yield secret;
  }
  if (isKnown) return;
  if (name !== undefined && isCredential(text, name, path)) {
    yield { kind: 'a credential', body: text };
    return;
  }
  if (isAddress(text) || (name !== undefined && harmlessName.test(name))) return;
  for (const token of randomTokensIn(text)) {
    if (!isSecretPlaceholder(token)) yield { kind: 'a random token', body: token };
  }
}

/** Whether a field that is named for a credential holds one. */
function isCredential(text: string, name: string, path: Path): boolean {
  if (!credentialName.test(name) || path.some((token) => references.has(token))) return false;
  if (text.length > 512 || /\s/.test(text) || isAddress(text)) return false;
  if (holdsPlaceholder(text) || isSecretPlaceholder(text)) return false;
  return /\d/.test(text) && /[A-Za-z]/.test(text);
}

/** Addresses of files often hold a digest of their content. */
function isAddress(text: string): boolean {
  return /^\s*(?:[a-z][a-z0-9+.-]*:\/\/|data:|\/)/i.test(text);
}
