import { holdsRole } from '@app-platform/contracts';
import difference from 'semver/functions/diff.js';
import type { Path } from '../json/json-pointer.ts';
import { propertiesOf, quote } from '../json/json-value.ts';
import { attributeDataType, attributeTypes } from '../schema/attribute-types.ts';
import { type AppDefinition, isStandardDefinition } from '../schema/types.ts';
import type { Report, Rule } from './rule.ts';

const attributes = (...names: string[]) => ({
  klasses: [
    {
      name: 'customer',
      metadata: { standard: true, properties: Object.fromEntries(names.map((name) => [name, {}])) },
    },
  ],
});

export const newRolesInPatch: Rule = {
  name: 'new-roles-in-patch',
  severity: 'warning',
  title: 'New roles in a patch version',
  summary: 'A patch version asks for roles that the version before did not ask for.',
  expected: 'a minor or major version',
  lintChange: reportNewRoles,
  why: 'New roles wait for an administrator. Nobody expects that of a patch version.',
  before: { version: '1.4.0', roles: ['org.permission.customer'] },
  wrong: { version: '1.4.1', roles: ['org.permission.customer', 'org.permission.message'] },
  right: { version: '1.5.0', roles: ['org.permission.customer', 'org.permission.message'] },
};

export const attributeTypeChanged: Rule = {
  name: 'attribute-type-changed',
  severity: 'warning',
  title: 'Changed type of an attribute',
  summary: 'An attribute has another suffix than in the version before, and so another data type.',
  expected: 'the name of the version before',
  lintChange: reportAttributes,
  why: 'The attribute of another suffix is another attribute: its values begin empty. Keep the old one beside it.',
  before: { version: '1.4.0', ...attributes('pointsNum') },
  wrong: { version: '2.0.0', ...attributes('pointsStr') },
  right: { version: '2.0.0', ...attributes('pointsNum', 'pointsStr') },
};

export const attributeRemoved: Rule = {
  name: 'attribute-removed',
  severity: 'warning',
  title: 'Removed attribute',
  summary: 'An attribute of the version before is no longer defined.',
  expected: 'every attribute of the version before',
  why: 'The attribute disappears from every organization that upgrades, with what it shows.',
  before: { version: '1.4.0', ...attributes('pointsNum', 'levelStr') },
  wrong: { version: '2.0.0', ...attributes('pointsNum') },
  right: { version: '2.0.0', ...attributes('pointsNum', 'levelStr') },
};

/** An increment of the patch number, or of a pre-release of one. */
const smallIncrements = new Set<unknown>(['patch', 'prepatch', 'prerelease']);

/** A version without `roles` keeps those of the version before. Without any there is no limit. */
function reportNewRoles(before: AppDefinition, after: AppDefinition, report: Report): void {
  if (before.roles === undefined || after.roles === undefined) return;
  if (!smallIncrements.has(difference(before.version, after.version))) return;
  const allowed = before.roles.filter((role) => typeof role === 'string');
  for (const [index, role] of after.roles.entries()) {
    if (typeof role !== 'string' || holdsRole(allowed, role)) continue;
    const detail = () =>
      `${after.version} asks for the role ${quote(role)}, which ${before.version} does not have. An administrator must allow it. Increase the minor or the major number of the version.`;
    report(newRolesInPatch, ['roles', index], detail, { meta: { role } });
  }
}

type Attribute = { klass: string; name: string; path: Path };

function reportAttributes(before: AppDefinition, after: AppDefinition, report: Report): void {
  const now = attributesOf(after);
  const earlier = attributesOf(before);
  const added = new Map<string, Attribute>();
  for (const [key, attribute] of now)
    if (!earlier.has(key)) added.set(stemOf(attribute), attribute);
  for (const [key, attribute] of earlier) {
    if (now.has(key)) continue;
    const renamed = added.get(stemOf(attribute));
    if (renamed) reportTypeChange(attribute, renamed, report);
    else reportRemoval(attribute, after, report);
  }
}

function reportTypeChange(from: Attribute, to: Attribute, report: Report): void {
  const [typeBefore, typeAfter] = [from, to].map(({ name }) => attributeDataType(name));
  const detail = () =>
    `The attribute ${quote(from.name)} of ${from.klass} (${typeBefore ?? 'no type'}) became ${quote(to.name)} (${typeAfter ?? 'no type'}). Its values do not move. Keep the old attribute beside the new one.`;
  const meta = { klass: from.klass, before: from.name, after: to.name };
  report(attributeTypeChanged, to.path, detail, { expected: quote(from.name), meta });
}

function reportRemoval({ klass, name }: Attribute, after: AppDefinition, report: Report): void {
  const detail = () =>
    `The attribute ${quote(name)} of ${klass} is no longer defined. It disappears from every organization that upgrades. Keep it, or increase the major number of the version.`;
  const path = after.klasses === undefined ? [] : ['klasses'];
  report(attributeRemoved, path, detail, {
    expected: quote(name),
    meta: { klass, before: name },
  });
}

/** The custom attributes of standard Klasses, by Klass and name. */
function attributesOf({ klasses }: AppDefinition): Map<string, Attribute> {
  const attributes = new Map<string, Attribute>();
  for (const [index, klass] of (klasses ?? []).entries()) {
    if (!isStandardDefinition(klass)) continue;
    for (const [name] of propertiesOf(klass.metadata.properties)) {
      const path = ['klasses', index, 'metadata', 'properties', name];
      attributes.set(`${klass.name} ${name}`, { klass: klass.name, name, path });
    }
  }
  return attributes;
}

/** The Klass and the name without the suffix that gives the type. */
function stemOf({ klass, name }: Attribute): string {
  const suffix = attributeTypes.find(([end]) => name.endsWith(end))?.[0] ?? '';
  return `${klass} ${name.slice(0, name.length - suffix.length)}`;
}
