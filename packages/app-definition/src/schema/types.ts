import type { appDefinitionSchema, definitionPatchSchema } from './app-definition-schema.ts';
import type { StandardKlass } from './attribute-types.ts';
import type { FieldsOf, TypeOf } from './json-schema.ts';
import type { attributeSchema, klassesSchema } from './klasses.ts';
import type { lifecycleWebhooksSchema } from './lifecycle-webhooks.ts';

type Properties = typeof appDefinitionSchema.properties;
type RequiredName = (typeof appDefinitionSchema.required)[number];

/** The properties with `x-advisory`, as their outermost type alone. */
type Unchecked = {
  [Name in keyof Properties as Properties[Name] extends { 'x-advisory': true }
    ? Name
    : never]: Pick<Properties[Name], 'type' & keyof Properties[Name]>;
};

/**
 * An accepted definition: exactly the guarantees of `validateDefinition`. Errors inside components,
 * `auth` and `roles` are warnings, so their content is unknown here; `AuthoredDefinition` has its
 * intended types.
 */
export type AppDefinition = FieldsOf<Omit<Properties, keyof Unchecked> & Unchecked, RequiredName>;

/** A definition that has no warnings of the schema. */
export type AuthoredDefinition = TypeOf<typeof appDefinitionSchema>;

/** The fields that change without a new version. */
export type DefinitionPatch = TypeOf<typeof definitionPatchSchema>;

/** `private`: only the organization that registers the app may install it. */
export type Visibility = TypeOf<Properties['visibility']>;

/** An address that receives the events of the app in every organization. */
export type LifecycleWebhook = TypeOf<typeof lifecycleWebhooksSchema>[number];

type Klass = TypeOf<typeof klassesSchema>[number];

/** A klass that adds custom attributes to a standard Klass. */
type StandardKlassDefinition = {
  name: StandardKlass;
  metadata: { standard: true; properties?: Record<string, TypeOf<typeof attributeSchema>> };
};

/** Whether an accepted klass extends a standard Klass; otherwise it is a custom object. */
export function isStandardDefinition(klass: Klass): klass is Klass & StandardKlassDefinition {
  return klass.metadata?.standard === true;
}
