import {
  type AppDefinition,
  type Finding,
  findingsOf,
  warning,
} from '@app-platform/app-definition';
import type { AddedApp } from '../apps/new-version.ts';
import { namespacedAttributes } from '../attributes/namespaced-attributes.ts';
import type { Principal } from '../authentication/principal.ts';
import type { AppStores } from '../stores.ts';
import type { VersionBefore } from './version-before.ts';

/** A version that was registered for a trial. */
export type TriedVersion = {
  name: string;
  definition: AppDefinition;
  app: AddedApp;
  before: VersionBefore | undefined;
};

/**
 * Attributes of a version that another app of the organization provides too, and those that the
 * version no longer defines although organizations have them installed.
 */
export async function attributeFindings(
  { attributes }: AppStores,
  { organizationId }: Principal,
  { name, definition, app, before }: TriedVersion,
): Promise<Finding[]> {
  const defined = namespacedAttributes(definition, app.identifier);
  const shared = await attributes.listShared(organizationId, name, defined);
  const warnings = shared.map(sharedAttribute);
  if (!before) return findingsOf(warnings, definition);
  const names = new Set(defined.map(({ klass, name: attribute }) => `${klass} ${attribute}`));
  const removed = namespacedAttributes(before.definition, before.identifier).filter(
    (one) => !names.has(`${one.klass} ${one.name}`),
  );
  const used = await attributes.countUses(before.appId, removed);
  return findingsOf([...warnings, ...used.map(attributeInUse)], definition);
}

function sharedAttribute(shared: { klass: string; name: string; app: string; isForeign: boolean }) {
  const { klass, name, app, isForeign } = shared;
  const detail = isForeign
    ? `${app}, an app of another organization that yours has installed, provides ${name} of ${klass} already. Your organization cannot install this version beside it. Choose another identifier or attribute name.`
    : `${app} provides ${name} of ${klass} too. Both apps then write one attribute. Choose another name unless that is meant.`;
  return warning('shared_attribute', detail, '/klasses', false);
}

function attributeInUse(used: { klass: string; name: string; organizations: number }) {
  const { klass, name, organizations } = used;
  const whose = organizations === 1 ? '1 organization has' : `${organizations} organizations have`;
  const detail = `This version no longer defines ${name} of ${klass}, and ${whose} it installed. It disappears there with the upgrade. Keep it, or say so in the changelog and raise the major number.`;
  return warning('attribute_in_use', detail, '/klasses', false);
}
