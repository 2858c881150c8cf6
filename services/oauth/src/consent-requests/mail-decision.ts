import type { Mailer } from '../mail/mailer.ts';
import { titleInMail } from '../mail/plain-text.ts';

type Decided = {
  email: string;
  /** The app's name. */
  app: string;
  title: string;
  decision: 'approved' | 'denied';
};

/** Tells a user by mail, in the background, how an administrator has answered. */
export function mailDecision(
  mailer: Pick<Mailer, 'enqueue'> | undefined,
  { email, decision, ...names }: Decided,
): void {
  const title = titleInMail(names);
  const [subject, text] =
    decision === 'approved'
      ? [
          `You can use ${title}`,
          `An administrator of your organization has allowed “${title}” for you. Open the app again: you are then signed in.`,
        ]
      : [
          `${title} was not allowed`,
          `An administrator of your organization has not allowed “${title}” for you. You can open the app and ask again.`,
        ];
  mailer?.enqueue({ to: email, subject, text });
}
