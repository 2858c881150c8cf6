import { type AppDefinition, namespacedAttribute } from '@app-platform/app-definition';
import type { NamespacedAttribute } from './attribute-store.ts';

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
