import { describe, expect, it } from '@jest/globals';
import { Type } from '@sinclair/typebox';
import { parameterContract, requiredParameter, schemaContract } from './contract.ts';
import { pageKeys } from './page-keys.ts';

/** The sentences against a value of one property. */
function detailsOf(schema: object, value: unknown): string[] {
  const contract = schemaContract(Type.Object({ value: Type.Optional(Type.Unsafe(schema)) }));
  const result = contract.parse({ value }, '');
  return result.ok ? [] : result.problems.map(({ detail }) => detail);
}

describe('a body that its schema refuses', () => {
  it.each([
    [{ type: 'string' }, 7, "'value' must be a string."],
    [{ type: ['integer', 'null'] }, 'x', "'value' must be an integer or null."],
    [{ type: 'array', minItems: 1 }, [], "'value' must not be empty."],
    [{ type: 'array', minItems: 2 }, [1], "'value' must have at least 2 entries."],
    [{ type: 'array', maxItems: 1 }, [1, 2], "'value' must have at most 1 entry."],
    [{ type: 'array', uniqueItems: true }, [1, 2, 1], "'value' must not have an entry twice."],
    [{ type: 'object', minProperties: 1 }, {}, "'value' must not be empty."],
    [{ type: 'object', maxProperties: 1 }, { a: 1, b: 1 }, "'value' must have at most 1 property."],
    [{ type: 'string', minLength: 1 }, '', "'value' must not be empty."],
    [{ type: 'string', minLength: 8 }, 'short', "'value' must have at least 8 characters."],
    [{ type: 'string', maxLength: 3 }, 'long', "'value' must have at most 3 characters."],
    [{ type: 'integer', minimum: 1 }, 0, "'value' must be at least 1."],
    [{ type: 'integer', maximum: 9 }, 10, "'value' must be at most 9."],
    [{ const: true }, false, "'value' must be true."],
    [{ enum: ['user', 'administrator'] }, 'x', "'value' must be one of user, administrator."],
    [{ type: 'string', pattern: '^a$' }, 'b', "'value' is not of the right form."],
  ])('%j refuses %j', (schema, value, detail) => {
    expect(detailsOf(schema, value)).toEqual([detail]);
  });

  it('quotes the description of a form', () => {
    const schema = { type: 'string', pattern: '^a+$', description: 'Only the letter a.' };
    expect(detailsOf(schema, 'b')).toEqual([
      "'value' is not of the right form: Only the letter a.",
    ]);
  });
});

it.each([
  [pageKeys.uuid, 'must be an id such as 0b9f6a7e-5c1d-4e2f-8a3b-6c7d8e9f0a1b'],
  [pageKeys.number, 'must be an id of digits, such as 42'],
  [pageKeys.name, 'must be a name of letters, digits and underscores, such as loyalty'],
])('tells the form of a parameter, not what it is for: %s', ({ source }, form) => {
  const schema = { type: 'string', pattern: source } as const;
  const check = parameterContract([
    { name: 'id', in: 'path', description: "The key's id.", schema },
  ]);
  const result = check({ id: 'a-b' });
  expect(result.ok ? [] : result.problems).toMatchObject([{ detail: `'id' ${form}.` }]);
});

it("quotes the description of a parameter whose schema has none, and its schema's first", () => {
  const schema = { type: 'string', pattern: '^a+$' } as const;
  const check = parameterContract([
    { name: 'one', in: 'query', description: 'The letter of one.', schema },
    { name: 'two', in: 'query', description: 'Two.', schema: { ...schema, description: 'As a.' } },
  ]);
  const result = check({ one: 'b', two: 'b' });
  expect(result.ok ? [] : result.problems).toMatchObject([
    { detail: "'one' is not of the right form: The letter of one.", source: { parameter: 'one' } },
    { detail: "'two' is not of the right form: As a.", source: { parameter: 'two' } },
  ]);
});

it('refuses a request without a required parameter, and names it', () => {
  const parse = parameterContract([requiredParameter('from', Type.String(), 'When.')]);
  expect(parse({ from: 'x' })).toEqual({ ok: true, value: { from: 'x' } });
  expect(parse({})).toMatchObject({
    ok: false,
    problems: [{ code: 'invalid_parameter', source: { parameter: 'from' } }],
  });
});
