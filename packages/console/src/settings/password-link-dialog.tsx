import { Moment } from '../elements/moment.tsx';
import { ShownOnce } from '../elements/shown-once.tsx';
import { userTexts } from '../texts/users.ts';

export type PasswordLink = { url: string; expiresAt: string; mailed: boolean };

type PasswordLinkDialogProps = { title: string; link: PasswordLink; onClose: () => void };

/** Shows a link by which a user sets a password. */
export function PasswordLinkDialog({ title, link, onClose }: PasswordLinkDialogProps) {
  return (
    <ShownOnce title={title} label={userTexts.passwordLink} value={link.url} onClose={onClose}>
      <p>
        {link.mailed ? userTexts.linkMailed : userTexts.linkNotMailed} {userTexts.linkEnds}{' '}
        <Moment at={link.expiresAt} />.
      </p>
    </ShownOnce>
  );
}
