import type { Path } from '../json/json-pointer.ts';
import { isJsonObject, type JsonObject, ownValue } from '../json/json-value.ts';
import { isVariable } from './secret-formats.ts';

/** Matches the end of a name, so that `tokenUrl` and `passwordLabel` do not count. */
const secretName =
  /(?:secret|passw(?:or)?d|passphrase|token|api[_-]?key|(?:private|access|signing)[_-]?key|credentials?)$/i;
const url = /^\s*[a-z][a-z0-9+.-]*:\/\//i;
const addressPath = /^\/[\w./-]*$/;
/** `{{…}}`, `${…}`, `<…>`, `[…]`. A secret may hold such characters, so a placeholder is the whole text. */
const placeholders = /\$?\{[^{}]*\}|[{}]|<[^<>]*>|\[[A-Za-z][^[\]]*\]/g;
const noValue =
  /^(?:x{4,}|\*+|\.+|change[_ -]?me|todo|none|null|(?:your|my|example|placeholder)[a-z_ -]*)?$/i;
/** Deeper definitions are refused. */
const depthLimit = 100;

/** Whether a text or number of `auth` is a secret by its name. Placeholders and addresses are not. */
export function isAuthSecret(path: Path, name: string | undefined, value: unknown): boolean {
  if (path[0] !== 'auth' || name === undefined || !secretName.test(name)) return false;
  if (typeof value === 'number') return true;
  if (typeof value !== 'string') return false;
  if (url.test(value) || (/token$/i.test(name) && addressPath.test(value))) return false;
  return !isPlaceholder(value.trim());
}

function isPlaceholder(text: string): boolean {
  if (isVariable(text) || noValue.test(text)) return true;
  const rest = text.replaceAll(placeholders, '');
  return rest !== text && /^(?:[A-Za-z]+\s+)?[:._-]*$/.test(rest);
}

/**
 * The definition as other organizations read it: without the values of `auth` that are named like
 * secrets. Not a deep copy.
 */
export function withoutAuthSecrets<Definition extends object>(definition: Definition): Definition {
  const auth = ownValue(definition, 'auth');
  if (!isJsonObject(auth)) return definition;
  return { ...definition, auth: withoutSecrets(auth, ['auth'], undefined) };
}

function withoutSecrets(value: unknown, path: Path, name: string | undefined): unknown {
  if (path.length > depthLimit) return undefined;
  if (Array.isArray(value)) {
    return value
      .filter((element) => !isAuthSecret(path, name, element))
      .map((element, index) => withoutSecrets(element, [...path, index], name));
  }
  if (!isJsonObject(value)) return value;
  const served: JsonObject = {};
  for (const [key, child] of Object.entries(value)) {
    const named = nameOf(value, key, name);
    if (isAuthSecret(path, named, child)) continue;
    served[key] = withoutSecrets(child, [...path, key], named);
  }
  return served;
}

/**
 * The name of a member. `{ "name": "x-api-key", "value": … }` names its value, and so does
 * `"apiKey": { "value": … }`.
 */
export function nameOf(holder: JsonObject, key: string, holderName: string | undefined): string {
  if (key !== 'value') return key;
  const name = ownValue(holder, 'name');
  return typeof name === 'string' ? name : (holderName ?? key);
}
