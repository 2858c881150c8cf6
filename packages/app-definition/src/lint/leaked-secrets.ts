import { type Problem, problem, type Warning } from '@app-platform/contracts';
import { ProblemList, WarningList, warningOf } from '../findings/problem-list.ts';
import { fieldName, jsonPointer, type Path } from '../json/json-pointer.ts';
import { secretInDefinition } from '../rules/secret-in-definition.ts';
import type { Visibility } from '../schema/types.ts';
import { findSecrets, type PlacedSecret } from '../secrets/find-secrets.ts';
import { excuseReason } from './excuses.ts';

/**
 * The secrets that a public app must not have. `meta.lint` can excuse a guess, because only the developer
 * knows whether a random text is secret. A published format is certain and cannot be excused.
 */
export function leakedSecrets(
  definition: unknown,
  secrets: readonly PlacedSecret[] = findSecrets(definition),
): PlacedSecret[] {
  const isExcused = excuseReason(definition, secretInDefinition.name) !== undefined;
  return isExcused ? secrets.filter(({ isGuess }) => !isGuess) : [...secrets];
}

/** The problems that refuse a public app with secrets. Bounded. */
export function secretProblems(secrets: readonly PlacedSecret[]): Problem[] {
  const list = new ProblemList();
  for (const secret of secrets) {
    const source = { pointer: secretPointer(secret) };
    list.add(() => problem('secret_in_definition', secretDetail(secret, 'public'), source));
  }
  return list.refusals();
}

/** The warnings about the secrets of a private app or a draft. Bounded. */
export function secretWarnings(secrets: readonly PlacedSecret[]): Warning[] {
  const list = new WarningList();
  for (const secret of secrets) {
    const detail = () => secretDetail(secret, 'private');
    list.add(() => warningOf(secretInDefinition, detail(), secretPointer(secret), false));
  }
  return list.warnings();
}

/** The problem with a secret and its replacement. Never contains the secret. */
export function secretDetail(secret: PlacedSecret, visibility: Visibility): string {
  const readers =
    visibility === 'public'
      ? 'which every organization can read'
      : 'which every user of your organization who reads apps can read, and which a public app cannot have';
  const excuse = secret.isGuess
    ? ` If it is no secret, say why in \`meta.lint\` under \`${secretInDefinition.name}\`.`
    : '';
  return `${fieldName(secretPointer(secret))} holds ${secret.kind}, ${readers}. Revoke it. ${replacement(secret.path)}${excuse}`;
}

function replacement([property]: Path): string {
  return property === 'auth'
    ? 'Leave it out of the definition: the app itself keeps its client secret, and each organization enters a secret of its own in a setting of type secret, as in {{settings.authentication.apiKey}}.'
    : 'Read it from a setting of type secret instead, as in {{settings.authentication.apiKey}}.';
}

/** Ends before a key that holds the secret. */
function secretPointer({ path, body }: PlacedSecret): string {
  const key = path.findIndex((token) => String(token).includes(body));
  return jsonPointer(key === -1 ? path : path.slice(0, key));
}
