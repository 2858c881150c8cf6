import { standardKlasses } from '@app-platform/contracts';
import type { AttributeStore, AttributeUse } from './attribute-store.ts';

/** The specification's custom attribute registry record. Its keys are sorted, at every level. */
export type RegistryRecord = {
  appInstalledProperties: Record<string, InstalledProperty>;
  klass: string;
};

type InstalledProperty = {
  displayName: string;
  example: string;
  /** From an app's name to the versions of it that use the attribute, joined with commas. */
  usedBy: Record<string, string>;
};

/**
 * The attributes that an organization's apps add, a record per standard Klass.
 * @param klass one standard Klass; left out for all
 */
export async function attributeRegistry(
  attributes: AttributeStore,
  organizationId: string,
  klass?: string,
): Promise<RegistryRecord[]> {
  const uses = await attributes.listUses(organizationId, klass);
  const byKlass = Map.groupBy(uses, (use) => use.klass);
  const klasses = klass === undefined ? [...standardKlasses].sort() : [klass];
  return klasses.map((name) => registryRecord(name, byKlass.get(name) ?? []));
}

function registryRecord(klass: string, uses: AttributeUse[]): RegistryRecord {
  const properties = new Map<string, InstalledProperty>();
  for (const { name, app, displayName, example, versions } of uses.sort(byNameThenApp)) {
    // No prototype: an app may be named `__proto__`.
    const property = properties.get(name) ?? { displayName, example, usedBy: Object.create(null) };
    property.usedBy[app] = versions.join(',');
    properties.set(name, property);
  }
  return { appInstalledProperties: Object.fromEntries(properties), klass };
}

/** By code unit, not by locale: the order must not depend on where the service runs. */
function byNameThenApp(one: AttributeUse, other: AttributeUse): number {
  if (one.name !== other.name) return one.name < other.name ? -1 : 1;
  return one.app < other.app ? -1 : 1;
}
