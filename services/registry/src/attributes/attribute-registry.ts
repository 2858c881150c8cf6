import { standardKlasses } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { type AttributeStore, type AttributeUse, MOST_LISTING_BYTES } from './attribute-store.ts';

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
 * @throws AppError `listing_too_large`
 */
export async function attributeRegistry(
  attributes: AttributeStore,
  organizationId: string,
  klass?: string,
): Promise<RegistryRecord[]> {
  const uses = await attributes.listUses(organizationId, klass);
  if (!uses) throw tooLarge(klass);
  const byKlass = Map.groupBy(uses, (use) => use.klass);
  const klasses = klass === undefined ? [...standardKlasses].sort() : [klass];
  return klasses.map((name) => registryRecord(name, byKlass.get(name) ?? []));
}

function tooLarge(klass: string | undefined): AppError {
  const hint = klass === undefined ? 'Ask for one Klass at a time' : 'Uninstall apps';
  const detail = `The attributes of your organization's apps come to more than ${MOST_LISTING_BYTES} bytes. ${hint}.`;
  return new AppError(problem('listing_too_large', detail));
}

function registryRecord(klass: string, uses: AttributeUse[]): RegistryRecord {
  const byName = Map.groupBy(uses.sort(byNameThenApp), ({ name }) => name);
  const properties = [...byName].map(([name, ofApps]) => [name, installedProperty(ofApps)]);
  return { appInstalledProperties: Object.fromEntries(properties), klass };
}

function installedProperty(ofApps: AttributeUse[]): InstalledProperty {
  const { displayName = '', example = '' } = ofApps[0] ?? {};
  // Unlike an assignment, `fromEntries` defines a key `__proto__`: an app may have that name.
  const usedBy = Object.fromEntries(ofApps.map(({ app, versions }) => [app, versions]));
  return { displayName, example, usedBy };
}

/** By code unit, not by locale: the order must not depend on where the service runs. */
function byNameThenApp(one: AttributeUse, other: AttributeUse): number {
  if (one.name !== other.name) return one.name < other.name ? -1 : 1;
  return one.app < other.app ? -1 : 1;
}
