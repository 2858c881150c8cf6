import { holdsRole } from '@app-platform/contracts';
import difference from 'semver/functions/diff.js';
import { attributeDataType, attributeTypes } from '../attribute-types.ts';
import type { Finding } from '../finding.ts';
import type { Path } from '../json-pointer.ts';
import { propertiesOf, quote } from '../json-value.ts';
import { type AppDefinition, isStandardDefinition } from '../types.ts';
import { hideSecrets } from './find-secrets.ts';
import { FindingList, type Report } from './report.ts';

/** What a version changes for the organizations that have the version before it. */
export function lintChange(before: AppDefinition, after: AppDefinition): Finding[] {
  const list = new FindingList();
  reportNewRoles(before, after, list.report);
  reportAttributes(before, after, list.report);
  return hideSecrets(list.findings(), before, after);
}

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
    report('new-roles-in-patch', ['roles', index], detail, { meta: { role } });
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
  report('attribute-type-changed', to.path, detail, { expected: quote(from.name), meta });
}

function reportRemoval({ klass, name }: Attribute, after: AppDefinition, report: Report): void {
  const detail = () =>
    `The attribute ${quote(name)} of ${klass} is no longer defined. It disappears from every organization that upgrades. Keep it, or increase the major number of the version.`;
  const path = after.klasses === undefined ? [] : ['klasses'];
  report('attribute-removed', path, detail, {
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
