import { exactPointer, type Path } from '../json/json-pointer.ts';
import {
  describeType,
  type JsonObject,
  ownValue,
  propertiesOf,
  quote,
} from '../json/json-value.ts';
import { holdsPlaceholder } from '../text/texts.ts';
import type { Fix, Report, Rule } from './rule.ts';

export const settingDefaultType: Rule = {
  name: 'setting-default-type',
  severity: 'warning',
  title: 'Type of a default value',
  warning: 'A default value is not of the type of its setting',
  summary: 'The default value of a setting is not of its declared type.',
  expected: 'a default of the declared type',
  warn: warnAboutDefaultValues,
  why: 'The app would receive another type than the one it declares.',
  wrong: {
    commands: [{ url: '/refunds', appSettings: ['shop.timeoutSeconds'] }],
    settings: { shop: { timeoutSeconds: { type: 'number', defaultValue: '10' } } },
  },
  right: {
    commands: [{ url: '/refunds', appSettings: ['shop.timeoutSeconds'] }],
    settings: { shop: { timeoutSeconds: { type: 'number', defaultValue: 10 } } },
  },
};

export const secretDefault: Rule = {
  name: 'secret-default',
  severity: 'warning',
  title: 'Default value of a secret',
  warning: 'A secret has a default value',
  summary: 'A setting that holds a secret has a default value, which everybody can read.',
  expected: 'no default value',
  why: 'Every organization that sees the app can read its definition. Leave the default empty, and replace the secret if it is a real one.',
  wrong: {
    commands: [{ url: '/refunds', appSettings: ['shop.apiKey'] }],
    settings: { shop: { apiKey: { type: 'secret', defaultValue: 'swordfish' } } },
  },
  right: {
    commands: [{ url: '/refunds', appSettings: ['shop.apiKey'] }],
    settings: { shop: { apiKey: { type: 'secret', required: true } } },
  },
};

const typeOfSetting = new Map([
  ['string', 'string'],
  ['secret', 'string'],
  ['number', 'number'],
  ['boolean', 'boolean'],
]);

const secretName = /secret|passw(?:or)?d|token|api[_-]?key|private[_-]?key|credential/i;
/** A default that is no secret: nothing, a mark for one, or an address. */
const noSecret = /^\s*$|^(?:x+|\*+|\.+|change[ _-]?me|todo|none|null|your\b.*|https?:\/\/.*)$/i;

/** Warns about unsuitable default values. The value may be a secret and is not shown. */
function warnAboutDefaultValues(definition: JsonObject, report: Report): void {
  for (const [categoryName, category] of propertiesOf(ownValue(definition, 'settings'))) {
    for (const [name, setting] of propertiesOf(category)) {
      const path = ['settings', categoryName, name, 'defaultValue'];
      warnAboutDefaultType(setting, name, path, report);
      warnAboutDefaultSecret(setting, name, path, report);
    }
  }
}

function warnAboutDefaultType(setting: unknown, name: string, path: Path, report: Report): void {
  const declared = ownValue(setting, 'type');
  const value = ownValue(setting, 'defaultValue');
  const expected = typeof declared === 'string' ? typeOfSetting.get(declared) : undefined;
  if (expected === undefined || !hasOtherType(value, expected)) return;
  const detail = () =>
    `The setting ${quote(name)} is declared as a ${declared}, but its default is ${describeType(value)}. Write the default as a ${expected}.`;
  const fix = (): Fix => {
    const converted = convertedDefault(value, expected);
    if (converted === undefined) return undefined;
    return [{ op: 'replace', path: exactPointer(path), value: converted }];
  };
  report(settingDefaultType, path, detail, { fix });
}

/** Whether a setting holds a secret, by its type or its name. */
export function holdsSecret(setting: unknown, name: string): boolean {
  const isDeclared = ownValue(setting, 'type') === 'secret' || ownValue(setting, 'secret') === true;
  return isDeclared || secretName.test(name);
}

function warnAboutDefaultSecret(setting: unknown, name: string, path: Path, report: Report): void {
  const value = ownValue(setting, 'defaultValue');
  if (!holdsSecret(setting, name) || typeof value !== 'string') return;
  if (noSecret.test(value) || holdsPlaceholder(value)) return;
  const detail = () =>
    `The setting ${quote(name)} holds a secret, and its default is a value that every organization that sees the app can read. Leave the default empty, and replace the secret if it is a real one.`;
  report(secretDefault, path, detail, {
    fix: () => [{ op: 'remove', path: exactPointer(path) }],
  });
}

/** The same value in the declared type; undefined if that is not certain. */
function convertedDefault(value: unknown, expected: string): unknown {
  if (expected === 'string' && typeof value === 'number') return String(value);
  if (expected === 'number' && typeof value === 'string') {
    return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(value) ? Number(value) : undefined;
  }
  if (expected !== 'boolean') return undefined;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

function hasOtherType(value: unknown, expected: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string' && holdsPlaceholder(value)) return false;
  return typeof value !== expected;
}
