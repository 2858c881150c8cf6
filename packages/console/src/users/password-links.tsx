import { unwrap } from '@app-platform/client/source';
import { useState } from 'react';
import { oauth } from '../api/clients.ts';
import { useChange } from '../api/use-write.ts';
import { ActionDialog } from '../elements/dialogs.tsx';
import { Field } from '../elements/fields.tsx';
import { Moment } from '../elements/moment.tsx';
import { ShownOnce } from '../elements/secrets.tsx';
import { missing, useCheckedForm, useFormInput } from '../elements/use-form.ts';
import {
  NO_ROLES,
  RoleChoice,
  type RoleInput,
  rolesIn,
  useRoleFaults,
} from '../settings/roles.tsx';
import type { User } from './queries.ts';
import { userTexts } from './texts.ts';
import { nameFaults } from './user-name.tsx';

type InviteInput = RoleInput & { email: string; name: string };

const EMPTY: InviteInput = { email: '', name: '', ...NO_ROLES };

/** Invites a user, then shows the link once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { input, change, forget, close } = useFormInput('user', EMPTY, onClose);
  const [link, setLink] = useState<PasswordLink>();
  const mutation = useChange(['users'], async (once) => {
    const name = input.name.trim();
    const body = { email: input.email.trim(), ...(name && { name }), roles: rolesIn(input) };
    const { meta } = await unwrap(oauth.POST('/v1/users', once({ body })));
    forget();
    setLink(meta?.passwordLink);
  });
  const form = useCheckedForm(mutation, {
    email: missing(input.email, userTexts.emailMissing),
    name: nameFaults(input.name),
    roles: useRoleFaults(input),
  });
  if (link) {
    const title = userTexts.invited(input.email.trim());
    return <PasswordLinkDialog title={title} link={link} onClose={close} />;
  }
  return (
    <ActionDialog
      title={userTexts.invite}
      action={userTexts.inviteAction}
      mutation={form}
      onClose={close}
    >
      <Field
        label={userTexts.email}
        inputMode="email"
        maxLength={320}
        isRequired
        value={input.email}
        onChange={(email) => change({ email })}
        faults={form.faultsOf('email')}
      />
      <Field
        label={userTexts.name}
        hint={userTexts.nameHint}
        maxLength={128}
        value={input.name}
        onChange={(name) => change({ name })}
        faults={form.faultsOf('name')}
      />
      <RoleChoice
        legend={userTexts.rolesOfUser}
        input={input}
        onChange={change}
        faults={form.faultsOf('roles')}
      />
    </ActionDialog>
  );
}

/** Creates a link by which a user sets a password, then shows it once. */
export function ResetLinkDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [link, setLink] = useState<PasswordLink>();
  const { title, consequence } = userTexts.dialogs.reset;
  const params = { path: { id: user.id } };
  const mutation = useChange(['users'], async (once) => {
    const options = once({ params });
    const { data } = await unwrap(oauth.POST('/v1/users/{id}/reset-link', options));
    setLink(data);
  });
  const heading = `${title}: ${user.attributes.email}`;
  if (link) return <PasswordLinkDialog title={heading} link={link} onClose={onClose} />;
  return (
    <ActionDialog title={heading} action={title} mutation={mutation} onClose={onClose}>
      <p>{consequence}</p>
    </ActionDialog>
  );
}

type PasswordLink = { url: string; expiresAt: string; mailed: boolean };

type PasswordLinkDialogProps = { title: string; link: PasswordLink; onClose: () => void };

/** Shows a link by which a user sets a password. */
function PasswordLinkDialog({ title, link, onClose }: PasswordLinkDialogProps) {
  return (
    <ShownOnce title={title} label={userTexts.passwordLink} value={link.url} onClose={onClose}>
      <p>
        {link.mailed ? userTexts.linkMailed : userTexts.linkNotMailed} {userTexts.linkEnds}{' '}
        <Moment at={link.expiresAt} />.
      </p>
    </ShownOnce>
  );
}
