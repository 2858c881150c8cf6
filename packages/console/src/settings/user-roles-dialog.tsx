import { unwrap } from '@app-platform/client/source';
import { oauth } from '../api/clients.ts';
import { faultsAt } from '../api/field-faults.ts';
import { useFormCheck } from '../api/form-check.ts';
import { useFormInput } from '../api/form-input.ts';
import { useChange } from '../api/use-change.ts';
import { ActionDialog } from '../elements/action-dialog.tsx';
import { userTexts } from '../texts/users.ts';
import type { User } from './queries.ts';
import { RoleChoice, roleFaults, roleInput, rolesIn } from './role-choice.tsx';

/** Changes the roles of a user. */
export function UserRolesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { id, attributes } = user;
  const { input, change, forget } = useFormInput(`roles ${id}`, roleInput(attributes.roles));
  const close = () => {
    forget();
    onClose();
  };
  const params = { path: { id } };
  const mutation = useChange(
    ['users'],
    () => unwrap(oauth.PATCH('/v1/users/{id}', { params, body: { roles: rolesIn(input) } })),
    close,
  );
  const check = useFormCheck({ roles: roleFaults(input) });
  const { title, consequence } = userTexts.dialogs.roles;
  return (
    <ActionDialog
      title={`${title}: ${attributes.email}`}
      action={userTexts.save}
      state={mutation}
      pointers={['/roles']}
      onAction={() => check.send(mutation)}
      onClose={close}
    >
      <p>{consequence}</p>
      <RoleChoice
        legend={userTexts.rolesOfUser}
        input={input}
        onChange={change}
        faults={[...check.faultsOf('roles'), ...faultsAt(mutation.error, '/roles')]}
      />
    </ActionDialog>
  );
}
