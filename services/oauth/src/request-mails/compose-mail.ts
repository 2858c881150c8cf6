import type { Mail } from '../mail/mailer.ts';

/** What a user asks administrators for. */
export type RequestKind = 'installation' | 'consent';

/** What a mail about a request says. All but the last two are texts of others. */
export type MailedRequest = {
  /** The app's name. */
  app: string;
  title: string;
  /** Why; empty where the user gave no reason, or is not asked for one. */
  note: string;
  user: { name: string | null; email: string };
  organization: string;
  kind: RequestKind;
  /** Where the console is; null where there is none. */
  consoleUrl: string | null;
};

const TITLE_CHARACTERS = 80;
const NOTE_CHARACTERS = 500;

/** Characters that are not visible, that change the direction of others, and white space. */
const NOT_PLAIN = /[\p{C}\p{Z}\s]+/gu;
/** What mail programs make a link of: a scheme, `www.`, or a domain. */
const LINK = /:\/\/|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}/iu;

const verbs = { installation: 'install', consent: 'allow' } as const;

/** Plain text. What others wrote is on one line, bounded, in quotes, and has no link. */
export function composeMail(request: MailedRequest): Omit<Mail, 'to'> {
  const { kind, user, consoleUrl } = request;
  const title = withoutLink(plain(request.title, TITLE_CHARACTERS)) ?? request.app;
  const verb = verbs[kind];
  const organization = plain(request.organization, TITLE_CHARACTERS);
  const lines = [
    `${personOf(user)} asks you to ${verb} “${title}” for ${organization}.`,
    ...reasonOf(request),
    '',
    'Answer in the console, under Settings, Requests.',
    ...(consoleUrl === null ? [] : [`${consoleUrl}settings/requests`]),
    '',
    'Administrators of your organization can switch these mails off in the console, under Settings, Consent and assistants.',
  ];
  return { subject: `Request to ${verb} ${title}`, text: lines.join('\n') };
}

function reasonOf({ note }: MailedRequest): string[] {
  const reason = plain(note, NOTE_CHARACTERS);
  if (reason === '') return [];
  const shown = withoutLink(reason);
  return [
    '',
    shown === undefined ? 'The reason has a link. Read it in the console.' : `“${shown}”`,
  ];
}

function personOf({ name, email }: MailedRequest['user']): string {
  const shown = withoutLink(plain(name ?? '', TITLE_CHARACTERS));
  return shown ? `${shown} (${email})` : email;
}

function withoutLink(text: string): string | undefined {
  return LINK.test(text) ? undefined : text;
}

function plain(text: string, most: number): string {
  const characters = [...text.normalize('NFC').replaceAll(NOT_PLAIN, ' ').trim()];
  return characters.length > most
    ? `${characters.slice(0, most - 1).join('')}…`
    : characters.join('');
}
