import type { ErrorObject } from 'ajv';

/**
 * Where a value may have several forms of different types (`anyOf`), Ajv reports the faults of every form.
 * Keeps those of the form that has the value's type; where none has, one fault names the types.
 */
export function withoutOtherForms(errors: readonly ErrorObject[]): ErrorObject[] {
  let kept = [...errors];
  for (const union of errors.filter(({ keyword }) => keyword === 'anyOf')) {
    const prefix = (form: number) => `${union.schemaPath}/${form}/`;
    const forms = (union.schema as { type: string }[]).map(({ type }, form) => ({ type, form }));
    const isOtherType = (form: number) =>
      kept.some(
        ({ keyword, schemaPath, instancePath }) =>
          keyword === 'type' &&
          schemaPath === `${prefix(form)}type` &&
          instancePath === union.instancePath,
      );
    const others = forms.filter(({ form }) => isOtherType(form));
    kept = kept.filter(
      (one) => !others.some(({ form }) => one.schemaPath.startsWith(prefix(form))),
    );
    if (others.length < forms.length) kept = kept.filter((one) => one !== union);
    else kept[kept.indexOf(union)] = typeFault(union, forms);
  }
  return kept;
}

function typeFault(union: ErrorObject, forms: { type: string }[]): ErrorObject {
  return { ...union, keyword: 'type', params: { type: forms.map(({ type }) => type) } };
}
