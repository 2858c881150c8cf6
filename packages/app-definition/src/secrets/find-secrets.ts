import type { Finding } from '../findings/finding.ts';
import type { Path } from '../json/json-pointer.ts';
import { isJsonObject, ownValue, propertiesOf } from '../json/json-value.ts';
import { holdsSecret } from '../rules/setting-defaults.ts';
import { holdsPlaceholder } from '../text/texts.ts';
import { isAuthSecret, nameOf } from './auth-secrets.ts';
import { randomTokensIn } from './entropy.ts';
import { type Redact, redactFinding, redactionOf } from './redact.ts';
import { isSecretPlaceholder, knownSecretsIn, type Secret } from './secret-formats.ts';

/** A secret and the place of the text that holds it. */
export type PlacedSecret = Secret & { path: Path };

/** The walk ends below this depth: the registry refuses deeper definitions. */
const depthLimit = 100;

const credentialName =
  /secret|passw(?:or)?d|token|api[_-]?key|private[_-]?key|credential|authorization/i;
/** Fields whose random values are not secrets: ids, digests and addresses. */
const harmlessName =
  /(?:^|[_-])ids?$|Ids?$|hash|sha\d|checksum|digest|integrity|etag|uuid|guid|fingerprint|revision|commit|teams|users|^\$schema$/i;
/** The end of names whose value only describes a credential: `passwordField`, `tokenType`. */
const describing =
  /(?:field|name|label|type|ur[il]|path|param(?:eter)?|header|prefix|policy|settings?|method|mode|location|format|length)s?$/i;
/** Before the credential in a header. */
const authenticationScheme = /^\s*(?:bearer|basic|token|api-?key)\s+/i;
/** `key` and `name` refer to settings there. */
const references = new Set<unknown>(['appSettings', 'i18n', 'settings', 'inputSchema']);

/** Every text of a definition that looks like a credential. */
export function findSecrets(definition: unknown): PlacedSecret[] {
  const found: PlacedSecret[] = [];
  visitEntries(definition, [], undefined, (text, name, path) => {
    for (const secret of secretsIn(text, name, path)) found.push({ ...secret, path: [...path] });
  });
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

type Visit = (text: string, name: string | undefined, path: Path) => void;

/**
 * Visits texts and keys, with the name of the field that holds them. Every registration runs it, so it
 * reuses one array for the path.
 */
function visitEntries(
  value: unknown,
  path: (string | number)[],
  name: string | undefined,
  visit: Visit,
): void {
  if (typeof value === 'string') visit(value, name, path);
  else if (typeof value === 'number') {
    if (isAuthSecret(path, name, value)) visit(String(value), name, path);
  } else if (path.length >= depthLimit) return;
  else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      path.push(index);
      visitEntries(element, path, name, visit);
      path.pop();
    }
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      path.push(key);
      visit(key, undefined, path);
      visitEntries(value[key], path, nameOf(value, key, name), visit);
      path.pop();
    }
  }
}

function secretsIn(text: string, name: string | undefined, path: Path): Secret[] {
  const known = knownSecretsIn(text);
  if (known.length > 0) return known;
  if (isAuthSecret(path, name, text) || (name !== undefined && isCredential(text, name, path))) {
    return [{ kind: 'a credential', body: text, isGuess: true }];
  }
  const tokens = randomTokensIn(text);
  if (tokens.length === 0 || isAddress(text) || harmlessName.test(name ?? '')) return [];
  return tokens
    .filter((token) => !isSecretPlaceholder(token))
    .map((body) => ({ kind: 'a random token', body, isGuess: true }));
}

/** Whether a field that is named for a credential holds one. */
function isCredential(value: string, name: string, path: Path): boolean {
  if (value.length < 8 || !credentialName.test(name) || describing.test(name)) return false;
  const text = value.replace(authenticationScheme, '');
  if (path.some((token) => references.has(token)) || text.length > 512) return false;
  if (/\s/.test(text) || isAddress(text)) return false;
  if (holdsPlaceholder(text) || isSecretPlaceholder(text)) return false;
  return /\d/.test(text) && /[A-Za-z]/.test(text);
}

/** Addresses of files often hold a digest of their content. */
function isAddress(text: string): boolean {
  return /^\s*(?:[a-z][a-z0-9+.-]*:\/\/|data:|\/)/i.test(text);
}
