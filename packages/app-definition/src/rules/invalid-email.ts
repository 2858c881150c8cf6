import { type JsonObject, ownValue, quote } from '../json/json-value.ts';
import { holdsPlaceholder } from '../text/texts.ts';
import type { Report, Rule } from './rule.ts';

export const invalidEmail: Rule = {
  name: 'invalid-email',
  severity: 'warning',
  title: 'E-mail address that cannot be read',
  warning: 'An e-mail address cannot be read',
  summary: '`supportEmail` is not an e-mail address.',
  expected: 'an e-mail address',
  warn: warnAboutSupportEmail,
  why: 'Users of the app write to this address.',
  wrong: { appDetails: { appDeveloper: { supportEmail: 'support at order-tracker' } } },
  right: { appDetails: { appDeveloper: { supportEmail: 'support@order-tracker.test' } } },
};

/** Warns about a support address that is no e-mail address. */
function warnAboutSupportEmail(definition: JsonObject, report: Report): void {
  const developer = ownValue(ownValue(definition, 'appDetails'), 'appDeveloper');
  const email = ownValue(developer, 'supportEmail');
  if (typeof email !== 'string' || holdsPlaceholder(email)) return;
  if (email.length <= 254 && /^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$/.test(email)) return;
  const detail = () =>
    `\`supportEmail\` is ${quote(email)}, which is not an e-mail address. Write one such as support@apps.example.com.`;
  report(invalidEmail, ['appDetails', 'appDeveloper', 'supportEmail'], detail);
}
