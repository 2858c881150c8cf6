import type { Registration, RegistrationAnswer } from './register-app.ts';

/**
 * The answer as JSON: with the definition as it was sent, where the record shows all of it
 * unchanged. To write 20 KiB anew would take a tenth of a registration's time.
 */
export function writeRegistrationAnswer(
  answer: RegistrationAnswer,
  { definition, definitionText }: Registration,
): string {
  const { type, id, attributes } = answer.data;
  const sent = new Map(Object.entries(definition));
  for (const [field, value] of sent) {
    if (attributes[field] !== value) return JSON.stringify(answer);
  }
  const added = Object.entries(attributes).filter(([field]) => !sent.has(field));
  const resource = JSON.stringify({ type, id }).slice(0, -1);
  const asSent = definitionText.slice(0, definitionText.lastIndexOf('}'));
  const rest = JSON.stringify(Object.fromEntries(added)).slice(1);
  const meta = answer.meta ? `,"meta":${JSON.stringify(answer.meta)}` : '';
  return `{"data":${resource},"attributes":${asSent},${rest}}${meta}}`;
}
