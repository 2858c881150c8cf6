import { unwrap } from '@app-platform/client/source';
import { useState } from 'react';
import { oauth } from '../api/clients.ts';
import { useChange } from '../api/use-change.ts';
import { ActionDialog } from '../elements/action-dialog.tsx';
import { userTexts } from '../texts/users.ts';
import { type PasswordLink, PasswordLinkDialog } from './password-link-dialog.tsx';
import type { User } from './queries.ts';

/** Creates a link by which a user sets a password, then shows it once. */
export function ResetLinkDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [link, setLink] = useState<PasswordLink>();
  const { title, consequence } = userTexts.dialogs.reset;
  const params = { path: { id: user.id } };
  const mutation = useChange(['users'], async () => {
    const { data } = await unwrap(oauth.POST('/v1/users/{id}/reset-link', { params }));
    setLink(data);
  });
  const heading = `${title}: ${user.attributes.email}`;
  if (link) return <PasswordLinkDialog title={heading} link={link} onClose={onClose} />;
  return (
    <ActionDialog
      title={heading}
      action={title}
      state={mutation}
      onAction={() => mutation.mutate()}
      onClose={onClose}
    >
      <p>{consequence}</p>
    </ActionDialog>
  );
}
