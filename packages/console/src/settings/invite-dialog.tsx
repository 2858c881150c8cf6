import { unwrap } from '@app-platform/client/source';
import { useState } from 'react';
import { oauth } from '../api/clients.ts';
import { faultsAt } from '../api/field-faults.ts';
import { missing, useFormCheck } from '../api/form-check.ts';
import { useFormInput } from '../api/form-input.ts';
import { useChange } from '../api/use-change.ts';
import { ActionDialog } from '../elements/action-dialog.tsx';
import { Field } from '../elements/field.tsx';
import { userTexts } from '../texts/users.ts';
import { type PasswordLink, PasswordLinkDialog } from './password-link-dialog.tsx';
import { RoleChoice, type RoleInput, roleFaults, rolesIn } from './role-choice.tsx';

type InviteInput = RoleInput & { email: string };

const EMPTY: InviteInput = { email: '', roles: [], otherRoles: '' };

/** Invites a user, then shows the link once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { input, change, forget } = useFormInput('user', EMPTY);
  const [link, setLink] = useState<PasswordLink>();
  const mutation = useChange(['users'], async () => {
    const body = { email: input.email.trim(), roles: rolesIn(input) };
    const { meta } = await unwrap(oauth.POST('/v1/users', { body }));
    forget();
    setLink(meta?.passwordLink);
  });
  const check = useFormCheck({
    email: missing(input.email, userTexts.emailMissing),
    roles: roleFaults(input),
  });
  const cancel = () => {
    forget();
    onClose();
  };
  if (link) {
    const title = userTexts.invited(input.email.trim());
    return <PasswordLinkDialog title={title} link={link} onClose={onClose} />;
  }
  return (
    <ActionDialog
      title={userTexts.invite}
      action={userTexts.inviteAction}
      state={mutation}
      pointers={['/email', '/roles']}
      onAction={() => check.send(mutation)}
      onClose={cancel}
    >
      <Field
        label={userTexts.email}
        inputMode="email"
        maxLength={320}
        isRequired
        value={input.email}
        onChange={(email) => change({ email })}
        faults={[...check.faultsOf('email'), ...faultsAt(mutation.error, '/email')]}
      />
      <RoleChoice
        legend={userTexts.rolesOfUser}
        input={input}
        onChange={change}
        faults={[...check.faultsOf('roles'), ...faultsAt(mutation.error, '/roles')]}
      />
    </ActionDialog>
  );
}
