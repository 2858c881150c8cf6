import { type AttributeDataType, attributeDataType } from '@app-platform/app-definition';
import type { Stores } from '../stores.ts';
import { listingTooLarge, sortedUses } from './attribute-registry.ts';
import type { AttributeApp, AttributeSetting } from './attribute-setting-store.ts';
import type { AttributeName, AttributeUse } from './attribute-store.ts';

/** An attribute of an organization's apps, with what the organization decided about it. */
export type AttributeDetails = AttributeName & {
  /** The organization's, or else the app's. */
  displayName: string;
  /** Of the first app by name, as are `example` and `identifier`. */
  appDisplayName: string;
  example: string;
  /** Null for an unknown suffix of the name. */
  dataType: AttributeDataType | null;
  active: boolean;
  identifier: string;
  /** By name. */
  usedBy: { app: string; versions: string[]; isInstalled: boolean }[];
};

type AttributeStores = Pick<Stores, 'attributes' | 'attributeSettings'>;

/** How attributes are that nobody decided about. */
export const unchangedSetting: AttributeSetting = { displayName: null, active: true };

/**
 * The attributes of an organization's apps, by Klass and name.
 * @param klass one standard Klass; left out for all
 * @throws AppError `listing_too_large`
 */
export async function listAttributeDetails(
  { attributes, attributeSettings }: AttributeStores,
  organizationId: string,
  klass?: string,
): Promise<AttributeDetails[]> {
  const [uses, settings, apps] = await Promise.all([
    attributes.listUses(organizationId, klass),
    attributeSettings.list(organizationId, klass),
    attributeSettings.listApps(organizationId),
  ]);
  if (!uses) throw listingTooLarge(klass);
  const settingOf = new Map(settings.map((one) => [attributeKey(one), one]));
  const appOf = new Map(apps.map((app) => [app.name, app]));
  const byKey = Map.groupBy(sortedUses(uses), attributeKey);
  return [...byKey].map(([key, ofApps]) => detailsOf(ofApps, settingOf.get(key), appOf));
}

/**
 * One of them.
 * @returns undefined where the organization has no such attribute
 * @throws AppError `listing_too_large`
 */
export async function findAttributeDetails(
  { attributes, attributeSettings }: AttributeStores,
  organizationId: string,
  attribute: AttributeName,
): Promise<AttributeDetails | undefined> {
  const uses = await attributes.listUsesOf(organizationId, attribute);
  if (!uses) throw listingTooLarge(attribute.klass);
  if (uses.length === 0) return undefined;
  const setting = await attributeSettings.find(organizationId, attribute);
  const apps = await attributeSettings.listApps(organizationId);
  return detailsOf(sortedUses(uses), setting, new Map(apps.map((app) => [app.name, app])));
}

/** Orders attributes, and is the id of one in an organization. */
export function attributeKey({ klass, name }: AttributeName): string {
  return `${klass}/${name}`;
}

function detailsOf(
  ofApps: readonly AttributeUse[],
  setting: AttributeSetting = unchangedSetting,
  appOf: ReadonlyMap<string, AttributeApp>,
): AttributeDetails {
  const [first] = ofApps;
  if (!first) throw new Error('an attribute that no app uses');
  const { klass, name, displayName: appDisplayName, example } = first;
  return {
    klass,
    name,
    displayName: setting.displayName ?? appDisplayName,
    appDisplayName,
    example,
    dataType: attributeDataType(name) ?? null,
    active: setting.active,
    identifier: appOf.get(first.app)?.identifier ?? '',
    usedBy: ofApps.map(({ app, versions }) => ({
      app,
      versions: versions.split(','),
      isInstalled: appOf.get(app)?.isInstalled ?? false,
    })),
  };
}
