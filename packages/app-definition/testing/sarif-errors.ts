import sarifSchema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with {
  type: 'json',
};
import AjvDraft04 from 'ajv-draft-04';
import formats from 'ajv-formats';

// A pattern of the schema is not valid with the flag `u`.
const ajv = new AjvDraft04.default({ allErrors: true, strict: false, unicodeRegExp: false });
formats.default(ajv);
const validate = ajv.compile(sarifSchema);

/** The errors of a value by the schema of SARIF 2.1.0. */
export function sarifErrors(value: unknown): unknown {
  return validate(value) ? [] : validate.errors;
}
