import { isStandardKlass } from '../attribute-types.ts';
import { elementsOf, type JsonObject, ownValue, propertiesOf, quote } from '../json-value.ts';
import type { Refuse } from '../problem-list.ts';

/** A standard Klass may appear in several elements, but none of its attributes twice. */
export function refuseRepeatedAttributes(definition: JsonObject, refuse: Refuse): void {
  const definedAt = new Map<string, Map<string, number>>();
  for (const [index, klass] of elementsOf(ownValue(definition, 'klasses')).entries()) {
    const name = ownValue(klass, 'name');
    const metadata = ownValue(klass, 'metadata');
    if (typeof name !== 'string' || !isStandardKlass(name)) continue;
    if (ownValue(metadata, 'standard') !== true) continue;

    const earlier = definedAt.get(name) ?? new Map<string, number>();
    definedAt.set(name, earlier);
    for (const [attribute] of propertiesOf(ownValue(metadata, 'properties'))) {
      const first = earlier.get(attribute);
      if (first === undefined) {
        earlier.set(attribute, index);
        continue;
      }
      const detail = () =>
        `klasses[${first}] defines the attribute ${quote(attribute)} of ${name} already. Keep one of the two.`;
      refuse(['klasses', index, 'metadata', 'properties', attribute], detail);
    }
  }
}
