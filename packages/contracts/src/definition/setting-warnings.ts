import type { Problem } from '../problem.ts';
import { entriesOf, field } from './json-access.ts';
import { quote } from './pointer.ts';
import type { AppDefinition } from './types.ts';
import { warning } from './warning.ts';

/** Settings that are named and not declared, and defaults of another type than declared. */
export function settingWarnings(definition: AppDefinition): Problem[] {
  return [...undeclaredSettings(definition), ...defaultsOfAnotherType(definition)];
}

/** A command names a setting as `name`, `category.name`, or with the app's name before that. */
function undeclaredSettings({ settings, commands = [] }: AppDefinition): Problem[] {
  const declared = new Set(
    entriesOf(settings).flatMap(([category, names]) =>
      entriesOf(names).flatMap(([name]) => [String(name), `${category}.${name}`]),
    ),
  );
  const isDeclared = (key: string) =>
    declared.has(key) || declared.has(key.split('.').slice(-2).join('.'));
  return commands.flatMap((command, index) => {
    const keys = field(command, 'appSettings');
    if (!Array.isArray(keys)) return [];
    return keys.flatMap((key, position) => {
      if (typeof key !== 'string' || isDeclared(key)) return [];
      const detail = `The command is given the setting ${quote(key)}, which 'settings' does not declare.`;
      return [warning('undeclared_setting', detail, 'commands', index, 'appSettings', position)];
    });
  });
}

function defaultsOfAnotherType({ settings }: AppDefinition): Problem[] {
  return entriesOf(settings).flatMap(([category, names]) =>
    entriesOf(names).flatMap(([name, setting]) => {
      const type = field(setting, 'type');
      const value = field(setting, 'defaultValue');
      const expected = type === 'secret' ? 'string' : type;
      const known = expected === 'string' || expected === 'number' || expected === 'boolean';
      if (!known || value === undefined || value === null || typeof value === expected) return [];
      const detail = `The default value should be a ${expected}, as the setting's type is ${type}.`;
      return [warning('setting_default_type', detail, 'settings', category, name, 'defaultValue')];
    }),
  );
}
