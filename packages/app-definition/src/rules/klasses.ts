import type { JsonPatchOperation } from '../json/json-patch.ts';
import { exactPointer, type Path } from '../json/json-pointer.ts';
import {
  elementsOf,
  isJsonObject,
  type JsonObject,
  ownValue,
  propertiesOf,
  quote,
} from '../json/json-value.ts';
import { attributeDataType, attributeTypes, isStandardKlass } from '../schema/attribute-types.ts';
import { attributesOfKlassLimit } from '../schema/klasses.ts';
import type { Fix, Report, Rule } from './rule.ts';
import { entryCount } from './schema-errors.ts';

export const attributeName: Rule = {
  name: 'attribute-name',
  severity: 'error',
  title: 'Name of an attribute',
  summary: 'The name of a custom attribute is not in camelCase.',
  expected: 'a camelCase name of letters and digits',
  why: 'The name of an attribute becomes a part of `@<identifier><Name>`, so it is in camelCase.',
  wrong: {
    klasses: [
      { name: 'customer', metadata: { standard: true, properties: { loyalty_pointsNum: {} } } },
    ],
  },
  right: {
    klasses: [
      { name: 'customer', metadata: { standard: true, properties: { loyaltyPointsNum: {} } } },
    ],
  },
};

export const attributeRepeated: Rule = {
  name: 'attribute-repeated',
  severity: 'error',
  title: 'Repeated attribute',
  summary: 'Two elements of `klasses` define the same attribute of a standard Klass.',
  expected: 'one definition of each attribute',
  refuse: refuseRepeatedAttributes,
  why: 'Two definitions of one attribute could contradict each other.',
  wrong: {
    klasses: [
      { name: 'user', metadata: { standard: true, properties: { shiftStr: {} } } },
      { name: 'user', metadata: { standard: true, properties: { shiftStr: {} } } },
    ],
  },
  right: {
    klasses: [
      { name: 'user', metadata: { standard: true, properties: { shiftStr: {}, deskNum: {} } } },
    ],
  },
};

export const standardKlassAsCustomObject: Rule = {
  name: 'standard-klass-as-custom-object',
  severity: 'warning',
  title: 'Standard Klass as a custom object',
  warning: 'A custom object has the name of a standard Klass',
  summary:
    'An element of `klasses` has the name of a standard Klass but lacks `metadata.standard`.',
  expected: '`metadata.standard` true',
  warn: warnAboutKlasses,
  why: 'Without `metadata.standard: true` the element defines a custom object of that name, and adds no attributes to the standard Klass.',
  wrong: {
    kviews: [{ resource: 'customer' }],
    klasses: [{ name: 'customer', metadata: { properties: { loyaltyPointsNum: {} } } }],
  },
  right: {
    kviews: [{ resource: 'customer' }],
    klasses: [
      { name: 'customer', metadata: { standard: true, properties: { loyaltyPointsNum: {} } } },
    ],
  },
};

export const unknownAttributeType: Rule = {
  name: 'unknown-attribute-type',
  severity: 'warning',
  title: 'Attribute without a type',
  warning: 'The name of an attribute gives no data type',
  summary: 'The end of the name of an attribute gives no data type.',
  expected: 'a name that ends in Num, Str, At, Txt, Bool or Url',
  why: 'The end of the name decides how the product stores and shows the value.',
  wrong: {
    klasses: [{ name: 'user', metadata: { standard: true, properties: { shiftCode: {} } } }],
  },
  right: {
    klasses: [{ name: 'user', metadata: { standard: true, properties: { shiftStr: {} } } }],
  },
};

/**
 * A standard Klass may appear in several elements. Its attributes must differ, and their number has
 * the same limit as in one element.
 */
function refuseRepeatedAttributes(definition: JsonObject, report: Report): void {
  const definedAt = new Map<string, Map<string, number>>();
  for (const [index, klass] of elementsOf(ownValue(definition, 'klasses')).entries()) {
    const name = ownValue(klass, 'name');
    const metadata = ownValue(klass, 'metadata');
    if (typeof name !== 'string' || !isStandardKlass(name)) continue;
    if (ownValue(metadata, 'standard') !== true) continue;

    const earlier = definedAt.get(name) ?? new Map<string, number>();
    definedAt.set(name, earlier);
    const attributes = propertiesOf(ownValue(metadata, 'properties')).map(([key]) => key);
    refuseRepeated({ name, index, attributes }, earlier, report);
    // The schema refuses a single element that has too many.
    if (earlier.size > attributesOfKlassLimit && attributes.length <= attributesOfKlassLimit) {
      const detail = () =>
        `The elements for ${name} hold too many attributes together. Write at most ${attributesOfKlassLimit}.`;
      const expected = `at most ${attributesOfKlassLimit} attributes`;
      const path = ['klasses', index, 'metadata', 'properties'];
      report(entryCount, path, detail, { expected });
    }
  }
}

type Element = { name: string; index: number; attributes: string[] };

/** @param earlier the element that defines each attribute; extended with this one's */
function refuseRepeated(
  { name, index, attributes }: Element,
  earlier: Map<string, number>,
  report: Report,
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
    report(attributeRepeated, path, detail);
  }
}

/** Warns about custom objects that are probably standard Klasses, and about attributes without a type. */
function warnAboutKlasses(definition: JsonObject, report: Report): void {
  for (const [index, klass] of elementsOf(ownValue(definition, 'klasses')).entries()) {
    const name = ownValue(klass, 'name');
    if (typeof name !== 'string') continue;
    const metadata = ownValue(klass, 'metadata');
    if (ownValue(metadata, 'standard') === true) warnAboutTypes(metadata, index, report);
    else if (isStandardKlass(name.toLowerCase())) warnAboutCustomObject(klass, name, index, report);
  }
}

function warnAboutCustomObject(klass: unknown, name: string, index: number, report: Report): void {
  const detail = (where: string) => () =>
    `The element defines a custom object with the name of the standard Klass ${quote(name.toLowerCase())}, and adds no attributes to that Klass, because ${where}. Write "metadata": { "standard": true, … } to add attributes.`;
  for (const [path, holder] of [
    [['klasses', index], klass],
    [
      ['klasses', index, 'metadata', 'properties'],
      ownValue(ownValue(klass, 'metadata'), 'properties'),
    ],
  ] as const) {
    if (ownValue(holder, 'standard') !== true) continue;
    const fix = () => asStandardKlass(klass, name, index, path);
    const place = [...path, 'standard'];
    report(standardKlassAsCustomObject, place, detail('`standard` is not in `metadata`'), { fix });
    return;
  }
  const path = ['klasses', index, 'metadata', 'standard'];
  const fix = () => asStandardKlass(klass, name, index);
  report(standardKlassAsCustomObject, path, detail('`metadata.standard` is not true'), { fix });
}

/** @param misplaced the object that holds `standard` outside of `metadata` */
function asStandardKlass(klass: unknown, name: string, index: number, misplaced?: Path): Fix {
  const path = ['klasses', index];
  const fix: JsonPatchOperation[] = [];
  if (misplaced) fix.push({ op: 'remove', path: exactPointer([...misplaced, 'standard']) });
  if (!isJsonObject(ownValue(klass, 'metadata'))) {
    fix.push({ op: 'add', path: exactPointer([...path, 'metadata']), value: {} });
  }
  fix.push({ op: 'add', path: exactPointer([...path, 'metadata', 'standard']), value: true });
  if (name !== name.toLowerCase()) {
    fix.push({ op: 'replace', path: exactPointer([...path, 'name']), value: name.toLowerCase() });
  }
  return fix;
}

function warnAboutTypes(metadata: unknown, index: number, report: Report): void {
  for (const [attribute] of propertiesOf(ownValue(metadata, 'properties'))) {
    if (attributeDataType(attribute) !== undefined) continue;
    const suffixes = attributeTypes.map(([suffix, type]) => `${suffix} (${type})`).join(', ');
    const detail = () =>
      `The end of ${quote(attribute)} gives no data type. The known ends are ${suffixes}.`;
    report(unknownAttributeType, ['klasses', index, 'metadata', 'properties', attribute], detail);
  }
}
