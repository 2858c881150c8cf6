import { expect, it } from '@jest/globals';
import { composeMail, type MailedRequest } from './compose-mail.ts';

const request: MailedRequest = {
  app: 'labels',
  title: 'Shipping labels',
  note: 'For the help desk.',
  user: { name: 'Ada Lovelace', email: 'ada@example.com' },
  organization: 'Acme',
  kind: 'installation',
  consoleUrl: 'https://platform.example/console/',
};
const composed = (change: Partial<MailedRequest>) => composeMail({ ...request, ...change });

it('says who requests what, why, and where to answer', () => {
  const { subject, text } = composed({});
  expect(subject).toBe('Request to install Shipping labels');
  expect(text.split('\n').slice(0, 6)).toEqual([
    'Ada Lovelace (ada@example.com) asks you to install “Shipping labels” for Acme.',
    '',
    '“For the help desk.”',
    '',
    'Answer in the console, under Settings, Requests.',
    'https://platform.example/console/settings/requests',
  ]);
});

it('leaves out what there is not', () => {
  const { text } = composed({
    ...{ kind: 'consent', note: '', consoleUrl: null },
    user: { name: null, email: 'ada@example.com' },
  });
  expect(text).toMatch(
    /^ada@example\.com asks you to allow “Shipping labels” for Acme\.\n\nAnswer/,
  );
  expect(text).not.toContain('http');
});

it.each([
  ['a line break', 'One\r\nBcc: two', 'One Bcc: two'],
  ['a direction', 'One \u202etwo', 'One two'],
  ['a control character', 'One\u0000\u001btwo', 'One two'],
  ['a lone surrogate', 'One \ud800two', 'One two'],
])('writes %s of others as a space', (_what, written, shown) => {
  const { subject, text } = composed({ title: written, note: written });
  expect(subject).toBe(`Request to install ${shown}`);
  expect(text).toContain(`\n“${shown}”\n`);
});

it.each(['https://attacker.example', 'WWW.attacker', 'see attacker.example/now', 'ада.рф'])(
  'leaves out %s, which a mail program would make a link',
  (link) => {
    const { subject, text } = composed({
      ...{ title: link, note: link },
      user: { name: link, email: 'ada@example.com' },
    });
    expect(subject).toBe('Request to install labels');
    expect(text).toContain('ada@example.com asks you to install “labels” for Acme.');
    expect(text).toContain('The reason has a link. Read it in the console.');
    expect(text).not.toContain(link);
  },
);

it('bounds texts of others, by whole characters', () => {
  const { subject, text } = composed({ title: '𝒯'.repeat(100), note: 'n'.repeat(501) });
  expect(subject).toBe(`Request to install ${'𝒯'.repeat(79)}…`);
  expect(text).toContain(`“${'n'.repeat(499)}…”`);
});
