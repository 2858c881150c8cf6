import {
  type AppDefinition,
  namespacedAttribute,
  standardKlasses,
} from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { component, objectOf, text } from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import type { AttributeSetting, AttributeStores } from './attribute-setting-store.ts';
import {
  type AttributeUse,
  MOST_LISTING_BYTES,
  type NamespacedAttribute,
} from './attribute-store.ts';

/** The attributes of a definition. Klasses without `metadata.standard: true` are custom objects and add none. */
export function namespacedAttributes(
  definition: AppDefinition,
  identifier: string,
): NamespacedAttribute[] {
  return (definition.klasses ?? []).flatMap(({ name: klass, metadata }) =>
    metadata?.standard === true
      ? Object.entries(metadata.properties ?? {}).map(([attribute, { displayName, example }]) => ({
          klass,
          name: namespacedAttribute(identifier, attribute),
          displayName: displayName ?? attribute,
          example: example ?? '',
        }))
      : [],
  );
}

const InstalledProperty = Type.Object({
  displayName: text(
    'How the attribute appears: what the organization chose, or else what the app says.',
  ),
  example: text('An example value.'),
  usedBy: objectOf(Type.String(), 'From app name to the versions that use it, comma-separated.'),
});

/** The specification's custom attribute registry record. Its keys are sorted, at every level. */
export const RegistryRecord = component(
  'RegistryRecord',
  Type.Object({
    klass: text('Standard Klass name.'),
    appInstalledProperties: objectOf(
      InstalledProperty,
      'From namespaced attribute name to attribute.',
    ),
  }),
);

export type RegistryRecord = Static<typeof RegistryRecord>;

/**
 * The attributes that an organization's apps add, a record per standard Klass.
 * @param klass one standard Klass; left out for all
 * @throws AppError `listing_too_large`
 */
export async function attributeRegistry(
  { attributes, attributeSettings }: AttributeStores,
  organizationId: string,
  klass?: string,
): Promise<RegistryRecord[]> {
  const [uses, settings] = await Promise.all([
    attributes.listUses(organizationId, klass),
    attributeSettings.list(organizationId, klass),
  ]);
  if (!uses) throw listingTooLarge(klass);
  const usesOf = Map.groupBy(uses, (use) => use.klass);
  const settingsOf = Map.groupBy(settings, (setting) => setting.klass);
  const klasses = klass === undefined ? [...standardKlasses].sort() : [klass];
  return klasses.map((name) =>
    registryRecord(name, usesOf.get(name) ?? [], settingsOf.get(name) ?? []),
  );
}

export function listingTooLarge(klass: string | undefined): AppError {
  const hint = klass === undefined ? 'Ask for one Klass at a time' : 'Uninstall apps';
  const detail = `The attributes of your organization's apps come to more than ${MOST_LISTING_BYTES} bytes. ${hint}.`;
  return new AppError(problem('listing_too_large', detail));
}

type NamedSetting = AttributeSetting & { name: string };

function registryRecord(
  klass: string,
  uses: AttributeUse[],
  settings: NamedSetting[],
): RegistryRecord {
  const byName = Map.groupBy(sortedUses(uses), ({ name }) => name);
  const settingOf = new Map(settings.map((setting) => [setting.name, setting]));
  const properties = [...byName].map(([name, ofApps]) => [
    name,
    installedProperty(ofApps, settingOf.get(name)),
  ]);
  return { appInstalledProperties: Object.fromEntries(properties), klass };
}

function installedProperty(
  ofApps: AttributeUse[],
  setting: AttributeSetting | undefined,
): Static<typeof InstalledProperty> {
  const { displayName = '', example = '' } = ofApps[0] ?? {};
  // Unlike an assignment, `fromEntries` defines a key `__proto__`: an app may have that name.
  const usedBy = Object.fromEntries(ofApps.map(({ app, versions }) => [app, versions]));
  return { displayName: setting?.displayName ?? displayName, example, usedBy };
}

/** By Klass, attribute and app. */
export function sortedUses(uses: AttributeUse[]): AttributeUse[] {
  return uses.sort(byKlassNameAndApp);
}

/** By code unit, not by locale: the order must not depend on where the service runs. */
function byKlassNameAndApp(one: AttributeUse, other: AttributeUse): number {
  if (one.klass !== other.klass) return one.klass < other.klass ? -1 : 1;
  if (one.name !== other.name) return one.name < other.name ? -1 : 1;
  return one.app < other.app ? -1 : 1;
}
