import { attributeDataType, attributeTypes, standardKlasses } from '@app-platform/app-definition';
import { problem, storableText } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import { boolean, choice, list, text } from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import type { AuditStores } from '../audit/audit-store.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Database } from '../database/database.ts';
import type { OrganizationStores } from '../organizations/organization-store.ts';
import { listingTooLarge, sortedUses } from './attribute-registry.ts';
import type { AttributeApp, AttributeSetting, AttributeStores } from './attribute-setting-store.ts';
import type { AttributeName, AttributeUse } from './attribute-store.ts';

/** An attribute of an organization's apps, with what the organization decided about it. */
export const AttributeDetails = Type.Object({
  klass: text('Standard Klass name.', { enum: [...standardKlasses] }),
  name: text('Namespaced.'),
  displayName: text(
    'How the attribute appears: what the organization chose, or else `appDisplayName`.',
  ),
  appDisplayName: text("The app's own display name for it."),
  example: text('An example value.'),
  dataType: choice(
    [...attributeTypes.map(([, dataType]) => dataType), null],
    'By the end of the name; null for an unknown one.',
  ),
  active: boolean('Whether the organization uses the attribute.'),
  identifier: text('The identifier of the app, which the name begins with.'),
  usedBy: list(
    Type.Object({
      app: text('The name of the app.'),
      versions: list(Type.String(), 'Its versions that use the attribute, ascending.'),
      isInstalled: boolean('Whether the organization has it installed.'),
    }),
    'The apps that use it, by name. Texts and identifier are of the first one.',
  ),
});

export type AttributeDetails = Static<typeof AttributeDetails>;

/** The setting of an attribute without a decision of the organization. */
const unchangedSetting: AttributeSetting = { displayName: null, active: true };

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

export type AttributeDependencies = {
  database: Database<AttributeStores & OrganizationStores & AuditStores>;
};

/** Omitted fields stay as they are. */
export const AttributeChange = Type.Object(
  {
    displayName: Type.Optional(
      Type.Unsafe<string | null>({
        ...storableText,
        description: "How the attribute appears; null for the app's own display name. Without NUL.",
        type: ['string', 'null'],
        minLength: 1,
        maxLength: 256,
      }),
    ),
    active: Type.Optional(
      Type.Boolean({ description: 'Whether the organization uses the attribute.' }),
    ),
  },
  { minProperties: 1, additionalProperties: false },
);

export type AttributeChange = Static<typeof AttributeChange>;

/** How an attribute is when its change is planned. */
export type PlannedAttributeState = Pick<AttributeDetails, 'displayName' | 'active'>;

/**
 * Changes what the principal's organization decided about an attribute.
 * @returns the attribute after the change
 * @throws AppError `not_found` where no app of the organization has the attribute; `plan_outdated` where it is not as expected
 */
export async function changeAttribute(
  { database }: AttributeDependencies,
  principal: Principal,
  attribute: AttributeName,
  { expected, ...change }: AttributeChange & { expected?: PlannedAttributeState },
  context: RequestContext,
): Promise<AttributeDetails> {
  const { organizationId } = principal;
  return database.transaction(async (stores) => {
    // One change at a time, so that none is lost.
    await stores.organizations.lock(organizationId);
    const details = requireAttribute(
      await findAttributeDetails(stores, organizationId, attribute),
      attribute,
    );
    if (expected) refuseUnlessAsPlanned(expected, details);
    const before =
      (await stores.attributeSettings.find(organizationId, attribute)) ?? unchangedSetting;
    const after = { ...before, ...change };
    if (after.displayName === before.displayName && after.active === before.active) return details;
    await stores.attributeSettings.put(organizationId, attribute, after);
    await stores.audit.record({
      actor: principal,
      action: 'attribute.changed',
      subject: attributeKey(attribute),
      organizationId,
      context,
      before,
      after,
    });
    const displayName = after.displayName ?? details.appDisplayName;
    return { ...details, displayName, active: after.active };
  });
}

/** @throws AppError `plan_outdated` with the difference */
function refuseUnlessAsPlanned(
  expected: PlannedAttributeState,
  { displayName, active }: AttributeDetails,
): void {
  const now = { displayName, active };
  const difference = (['displayName', 'active'] as const)
    .filter((part) => now[part] !== expected[part])
    .map((part) => ({ part, before: expected[part], after: now[part] }));
  if (difference.length === 0) return;
  const parts = difference.map(({ part }) => part).join(', ');
  const detail = `Since the plan was made, this changed: ${parts}. Make a new plan.`;
  throw new AppError(problem('plan_outdated', detail, { pointer: '/plan' }, { difference }));
}

/** @throws AppError `not_found` */
export function requireAttribute(
  found: AttributeDetails | undefined,
  { klass, name }: AttributeName,
): AttributeDetails {
  if (found) return found;
  const detail = `No app of your organization has an attribute '${name}' of ${klass}. GET /v1/attributes lists those that there are.`;
  throw new AppError(problem('not_found', detail, { parameter: 'attribute' }));
}
