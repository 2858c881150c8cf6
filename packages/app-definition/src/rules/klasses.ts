import { isStandardKlass } from '../attribute-types.ts';
import { elementsOf, type JsonObject, ownValue, propertiesOf, quote } from '../json-value.ts';
import type { Refuse } from '../problem-list.ts';
import { attributesOfKlassLimit } from '../schema/klasses.ts';

/**
 * A standard Klass may appear in several elements. Its attributes must differ, and their number has
 * the same limit as in one element.
 */
export function refuseRepeatedAttributes(definition: JsonObject, refuse: Refuse): void {
  const definedAt = new Map<string, Map<string, number>>();
  for (const [index, klass] of elementsOf(ownValue(definition, 'klasses')).entries()) {
    const name = ownValue(klass, 'name');
    const metadata = ownValue(klass, 'metadata');
    if (typeof name !== 'string' || !isStandardKlass(name)) continue;
    if (ownValue(metadata, 'standard') !== true) continue;

    const earlier = definedAt.get(name) ?? new Map<string, number>();
    definedAt.set(name, earlier);
    const attributes = propertiesOf(ownValue(metadata, 'properties')).map(([key]) => key);
    refuseRepeated({ name, index, attributes }, earlier, refuse);
    // The schema refuses a single element that has too many.
    if (earlier.size > attributesOfKlassLimit && attributes.length <= attributesOfKlassLimit) {
      const detail = () =>
        `The elements for ${name} hold too many attributes together. Write at most ${attributesOfKlassLimit}.`;
      const expected = `at most ${attributesOfKlassLimit} attributes`;
      const path = ['klasses', index, 'metadata', 'properties'];
      refuse(path, detail, () => ({ rule: 'entry-count', expected }));
    }
  }
}

type Element = { name: string; index: number; attributes: string[] };

/** @param earlier the element that defines each attribute; extended with this one's */
function refuseRepeated(
  { name, index, attributes }: Element,
  earlier: Map<string, number>,
  refuse: Refuse,
): void {
  for (const attribute of attributes) {
    const first = earlier.get(attribute);
    if (first === undefined) {
      earlier.set(attribute, index);
      continue;
    }
    const detail = () =>
      `klasses[${first}] defines the attribute ${quote(attribute)} of ${name} already. Keep one of the two.`;
    const path = ['klasses', index, 'metadata', 'properties', attribute];
    const expected = 'one definition of each attribute';
    refuse(path, detail, () => ({ rule: 'attribute-repeated', expected }));
  }
}
