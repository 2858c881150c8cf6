/** The Klasses of the platform, to which an app can add custom attributes. */
export const standardKlasses = ['company', 'conversation', 'customer', 'message', 'user'] as const;
export type StandardKlass = (typeof standardKlasses)[number];

export function isStandardKlass(name: string): name is StandardKlass {
  return (standardKlasses as readonly string[]).includes(name);
}

/** The end of an attribute's name gives its data type. */
const dataTypeOfSuffix = {
  Num: 'number',
  Str: 'short string',
  At: 'date',
  Txt: 'longer text',
  Bool: 'boolean',
  Url: 'URL',
} as const;

export type AttributeDataType = (typeof dataTypeOfSuffix)[keyof typeof dataTypeOfSuffix];

/** Suffixes and their data types, in the specification's order. */
export const attributeTypes: readonly (readonly [suffix: string, dataType: AttributeDataType])[] =
  Object.entries(dataTypeOfSuffix);

/** The data type of an attribute, namespaced or not; undefined for an unknown suffix. */
export function attributeDataType(attributeName: string): AttributeDataType | undefined {
  return attributeTypes.find(([suffix]) => attributeName.endsWith(suffix))?.[1];
}
