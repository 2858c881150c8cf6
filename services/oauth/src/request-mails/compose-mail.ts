import type { Mail } from '../mail/mailer.ts';
import { plainText, titleInMail, withoutLink } from '../mail/plain-text.ts';

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

const NOTE_CHARACTERS = 500;

const verbs = { installation: 'install', consent: 'allow' } as const;

/** Plain text. What others wrote is on one line, bounded, in quotes, and has no link. */
export function composeMail(request: MailedRequest): Omit<Mail, 'to'> {
  const { kind, user, consoleUrl } = request;
  const title = titleInMail(request);
  const verb = verbs[kind];
  const organization = plainText(request.organization);
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
  const reason = plainText(note, NOTE_CHARACTERS);
  if (reason === '') return [];
  const shown = withoutLink(reason);
  return [
    '',
    shown === undefined ? 'The reason has a link. Read it in the console.' : `“${shown}”`,
  ];
}

function personOf({ name, email }: MailedRequest['user']): string {
  const shown = withoutLink(plainText(name ?? ''));
  return shown ? `${shown} (${email})` : email;
}
