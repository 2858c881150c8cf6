import { unwrap } from '@app-platform/client/source';
import { getRouteApi } from '@tanstack/react-router';
import { oauth } from '../api/clients.ts';
import { useChange } from '../api/use-change.ts';
import { ActionDialog } from '../elements/action-dialog.tsx';
import { useCloseDialog } from '../elements/use-close-dialog.ts';
import { userTexts } from '../texts/users.ts';
import type { User } from './queries.ts';
import { ResetLinkDialog } from './reset-link-dialog.tsx';
import type { UserDialog } from './search.ts';
import { UserRolesDialog } from './user-roles-dialog.tsx';

const route = getRouteApi('/settings/users/$id');

/** The dialog that the address names. */
export function UserDialogs({ user }: { user: User }) {
  const { dialog } = route.useSearch();
  const close = useCloseDialog('dialog');
  if (!dialog) return null;
  if (dialog === 'roles') return <UserRolesDialog user={user} onClose={close} />;
  if (dialog === 'reset') return <ResetLinkDialog user={user} onClose={close} />;
  return <AccessDialog key={dialog} user={user} dialog={dialog} onClose={close} />;
}

type AccessChange = Exclude<UserDialog, 'roles' | 'reset'>;
type AccessDialogProps = { user: User; dialog: AccessChange; onClose: () => void };

/** Ends access of a user, or gives it back. */
function AccessDialog({ user, dialog, onClose }: AccessDialogProps) {
  const navigate = route.useNavigate();
  const isDeletion = dialog === 'delete';
  // The page of a deleted user has nothing to read any more.
  const done = isDeletion ? () => void navigate({ to: '/settings/users', replace: true }) : onClose;
  const mutation = useChange(
    isDeletion ? ['users', 'list'] : ['users'],
    () => changeAccess(dialog, user.id),
    done,
  );
  const { title, consequence } = userTexts.dialogs[dialog];
  return (
    <ActionDialog
      title={`${title}: ${user.attributes.email}`}
      action={title}
      isDanger={dialog !== 'enable'}
      state={mutation}
      onAction={() => mutation.mutate()}
      onClose={onClose}
    >
      <p>{consequence}</p>
    </ActionDialog>
  );
}

function changeAccess(change: AccessChange, id: string): Promise<unknown> {
  const params = { path: { id } };
  if (change === 'delete') return unwrap(oauth.DELETE('/v1/users/{id}', { params }));
  return unwrap(oauth.POST(`/v1/users/{id}/${change}`, { params }));
}
