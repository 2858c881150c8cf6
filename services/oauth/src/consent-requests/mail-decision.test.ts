import { expect, it } from '@jest/globals';
import type { Mail } from '../mail/mailer.ts';
import { mailDecision } from './mail-decision.ts';

function mailed(title: string, decision: 'approved' | 'denied' = 'approved'): Mail {
  const mails: Mail[] = [];
  const decided = { email: 'ada@example.com', app: 'labels', title, decision };
  mailDecision({ enqueue: (mail) => void mails.push(mail) }, decided);
  expect(mails).toHaveLength(1);
  return mails[0] as Mail;
}

it.each([
  ['approved', 'You can use Shipping labels', 'has allowed “Shipping labels” for you'],
  ['denied', 'Shipping labels was not allowed', 'has not allowed “Shipping labels” for you'],
] as const)('says to the user that the app was %s', (decision, subject, sentence) => {
  const mail = mailed('Shipping labels', decision);
  expect(mail).toMatchObject({ to: 'ada@example.com', subject });
  expect(mail.text).toContain(sentence);
});

it.each([
  ['line breaks', 'One\r\nBcc: two', 'One Bcc: two'],
  ['control characters', 'One\u0000\u001btwo', 'One two'],
  ['a direction', 'One \u202etwo', 'One two'],
  ['too many characters', '𝒯'.repeat(100), `${'𝒯'.repeat(79)}…`],
  ['a link', 'Sign in at attacker.example', 'labels'],
  ['nothing that is visible', '\u200b', 'labels'],
])('a title with %s is one plain line', (_what, title, shown) => {
  const { subject, text } = mailed(title);
  expect(subject).toBe(`You can use ${shown}`);
  expect(text).toContain(`has allowed “${shown}” for you.`);
  expect(text).not.toContain('\n');
});
