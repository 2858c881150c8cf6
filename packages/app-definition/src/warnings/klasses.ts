import { attributeDataType, attributeTypes, isStandardKlass } from '../attribute-types.ts';
import type { JsonPatchOperation } from '../json-patch.ts';
import { exactPointer, type Path } from '../json-pointer.ts';
import {
  elementsOf,
  isJsonObject,
  type JsonObject,
  ownValue,
  propertiesOf,
  quote,
} from '../json-value.ts';
import type { Fix, Warn } from '../problem-list.ts';

/** Warns about klasses that are probably meant otherwise, and about attributes without a type. */
export function warnAboutKlasses(definition: JsonObject, warn: Warn): void {
  for (const [index, klass] of elementsOf(ownValue(definition, 'klasses')).entries()) {
    const name = ownValue(klass, 'name');
    if (typeof name !== 'string') continue;
    const metadata = ownValue(klass, 'metadata');
    if (ownValue(metadata, 'standard') === true) warnAboutTypes(metadata, index, warn);
    else if (isStandardKlass(name.toLowerCase())) warnAboutCustomObject(klass, name, index, warn);
  }
}

function warnAboutCustomObject(klass: unknown, name: string, index: number, warn: Warn): void {
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
    warn(
      'standard_klass_as_custom_object',
      [...path, 'standard'],
      detail('`standard` is not in `metadata`'),
      false,
      () => asStandardKlass(klass, name, index, path),
    );
    return;
  }
  const path = ['klasses', index, 'metadata', 'standard'];
  warn(
    'standard_klass_as_custom_object',
    path,
    detail('`metadata.standard` is not true'),
    false,
    () => asStandardKlass(klass, name, index),
  );
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

function warnAboutTypes(metadata: unknown, index: number, warn: Warn): void {
  for (const [attribute] of propertiesOf(ownValue(metadata, 'properties'))) {
    if (attributeDataType(attribute) !== undefined) continue;
    const suffixes = attributeTypes.map(([suffix, type]) => `${suffix} (${type})`).join(', ');
    const detail = () =>
      `The end of ${quote(attribute)} gives no data type. The known ends are ${suffixes}.`;
    warn('unknown_attribute_type', ['klasses', index, 'metadata', 'properties', attribute], detail);
  }
}
