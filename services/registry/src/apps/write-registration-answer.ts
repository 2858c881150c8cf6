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
  const isUnchanged = Object.entries(definition).every(([key, value]) => attributes[key] === value);
  if (!isUnchanged) return JSON.stringify(answer);
  const added = Object.entries(attributes).filter(([key]) => !Object.hasOwn(definition, key));
  const resource = JSON.stringify({ type, id }).slice(0, -1);
  const asSent = definitionText.slice(0, definitionText.lastIndexOf('}'));
  const rest = JSON.stringify(Object.fromEntries(added)).slice(1);
  const meta = answer.meta ? `,"meta":${JSON.stringify(answer.meta)}` : '';
  return `{"data":${resource},"attributes":${asSent},${rest}}${meta}}`;
}
