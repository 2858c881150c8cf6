import { unwrap } from '@app-platform/client/source';
import { roles as platformRoles } from '@app-platform/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-write.ts';
import { Button } from '../elements/button.tsx';
import { ChoiceField } from '../elements/choice-field.tsx';
import { ActionDialog } from '../elements/dialogs.tsx';
import { CheckList } from '../elements/fields.tsx';
import { useDebounced } from '../elements/use-debounced.ts';
import { useFormInput } from '../elements/use-form.ts';
import { useRoleCatalogue } from '../settings/role-catalogue.ts';
import { foundUsersQuery, userQuery } from '../users/queries.ts';
import { useHidden } from '../users/user-name.tsx';
import type { Installation } from './queries.ts';
import { limitTexts } from './texts.ts';

type Props = { installation: Installation; onClose: () => void };

/** Limits an installed app to users and roles. */
export function LimitDialog({ installation, onClose }: Props) {
  const { name, title, visibility, limit } = installation;
  const stored = { users: limit?.users ?? [], roles: limit?.roles ?? [] };
  const { input, change, close } = useFormInput(`limit of ${visibility} ${name}`, stored, onClose);
  const params = { path: { name }, query: { visibility } };
  const mutation = useChange(
    ['apps'],
    () => unwrap(registry.PATCH('/v1/apps/installed/{name}', { params, body: input })),
    close,
  );
  const catalogue = useRoleCatalogue();
  return (
    <ActionDialog
      title={limitTexts.titleOf(title)}
      action={limitTexts.save}
      mutation={mutation}
      onClose={close}
    >
      <p>{limitTexts.explanation}</p>
      <LimitedUsers users={input.users} onChange={(users) => change({ users })} />
      <CheckList
        legend={limitTexts.roles}
        values={[...new Set([...catalogue.roles, ...stored.roles])].toSorted()}
        labelOf={catalogue.describe}
        chosen={input.roles}
        onChange={(roles) => change({ roles })}
      />
    </ActionDialog>
  );
}

type LimitedUsersProps = { users: readonly string[]; onChange: (users: string[]) => void };

function LimitedUsers({ users, onChange }: LimitedUsersProps) {
  const isHidden = useHidden(platformRoles.users) !== undefined;
  return (
    <section>
      <h3>{limitTexts.users}</h3>
      {users.length === 0 && <p className="muted">{limitTexts.nobody}</p>}
      <ul className="plain-list limited-users">
        {users.map((id) => (
          <LimitedUser
            key={id}
            id={id}
            isHidden={isHidden}
            onRemove={() => onChange(users.filter((one) => one !== id))}
          />
        ))}
      </ul>
      {isHidden ? (
        <p className="hint">{limitTexts.usersHidden(platformRoles.users)}</p>
      ) : (
        <UserToAdd users={users} onAdd={(id) => onChange([...users, id])} />
      )}
    </section>
  );
}

type LimitedUserProps = { id: string; isHidden: boolean; onRemove: () => void };

function LimitedUser({ id, isHidden, onRemove }: LimitedUserProps) {
  const { data } = useQuery({ ...userQuery(id), enabled: !isHidden });
  const text = data?.attributes.email ?? id;
  return (
    <li>
      <span>{text}</span>
      <Button look="quiet" onClick={onRemove} aria-label={limitTexts.removeNamed(text)}>
        {limitTexts.remove}
      </Button>
    </li>
  );
}

type UserToAddProps = { users: readonly string[]; onAdd: (id: string) => void };

/** Finds a user by name or address. The field is empty again for the next one. */
function UserToAdd({ users, onAdd }: UserToAddProps) {
  const [typed, setTyped] = useState('');
  const { data: found = [] } = useQuery(foundUsersQuery(useDebounced(typed)));
  const choices = found
    .filter(({ id }) => !users.includes(id))
    .map(({ id, attributes: { name, email } }) => ({ id, text: email, detail: name ?? undefined }));
  return (
    <ChoiceField
      key={users.length}
      label={limitTexts.addUser}
      placeholder={limitTexts.addUserHint}
      choices={choices}
      chosen={undefined}
      onChoose={(id) => id !== undefined && onAdd(id)}
      onType={setTyped}
    />
  );
}
