import type { AppDefinition } from '@app-platform/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { writeRegistrationAnswer } from './write-registration-answer.ts';

const field = fc.string({ unit: 'grapheme', minLength: 1 }).filter((key) => key !== '__proto__');
const someFields = fc.dictionary(field, fc.jsonValue(), { minKeys: 1, noNullPrototype: true });
const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\r', '\n'), maxLength: 6 });

function answered(id: string, attributes: Record<string, unknown>, warnings: string[]) {
  const data = { type: 'available_app' as const, id, attributes };
  return { data, ...(warnings.length > 0 && { meta: { warnings: warnings as never[] } }) };
}

function written(sent: Record<string, unknown>, indent: string) {
  const definitionText = indent + JSON.stringify(sent, null, indent) + indent;
  const definition = sent as unknown as AppDefinition;
  return { definition, definitionText, warnings: [] };
}

describe('the answer to a registration', () => {
  it('property: means what the record says, whatever of the definition it shows otherwise', () => {
    const ids = fc.string();
    const warnings = fc.array(fc.string(), { maxLength: 2 });
    fc.assert(
      fc.property(someFields, someFields, space, ids, warnings, (sent, recorded, indent, id, w) => {
        for (const attributes of [
          { ...sent, ...recorded },
          { ...recorded, ...sent },
        ]) {
          const answer = answered(id, { ...attributes, createdAt: 'now' }, w);
          const json = writeRegistrationAnswer(answer, written(sent, indent));
          expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(answer)));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('shows the definition as it was sent', () => {
    const sent = { app: 'one', version: '1.0.0', title: 'Ünö' };
    const registration = {
      ...written(sent, ''),
      definitionText: ' {"app" :"one","version":"1.0.0",\n"title":"\\u00dcn\\u00f6"} ',
    };
    const answer = answered('one-1.0.0', { ...sent, clientId: 'c' }, []);
    expect(writeRegistrationAnswer(answer, registration)).toBe(
      '{"data":{"type":"available_app","id":"one-1.0.0","attributes": {"app" :"one","version":"1.0.0",\n"title":"\\u00dcn\\u00f6","clientId":"c"}}}',
    );
  });
});
