import { unwrap } from '@app-platform/client/source';
import { roles } from '@app-platform/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCaller } from '../api/caller.ts';
import { oauth } from '../api/clients.ts';
import { type Once, useChange } from '../api/use-write.ts';
import { Facts } from '../elements/data-table.tsx';
import { ActionDialog, useCloseDialog } from '../elements/dialogs.tsx';
import { Field } from '../elements/fields.tsx';
import { Moment } from '../elements/moment.tsx';
import { useCheckedForm, useFormInput } from '../elements/use-form.ts';
import { useIsShown } from '../elements/use-is-shown.ts';
import { RoleChoice, RoleList, roleInput, rolesIn, useRoleFaults } from '../settings/roles.tsx';
import { SectionPage } from '../settings/settings-layout.tsx';
import { Page } from '../shell/page.tsx';
import { ResetLinkDialog } from './password-links.tsx';
import { type User, userQuery } from './queries.ts';
import { userTexts } from './texts.ts';
import { nameFaults, UserStatus } from './user-name.tsx';

const route = getRouteApi('/settings/users/$id');

/** A user: roles, access, and the end of it. */
export function UserPage() {
  const caller = useCaller();
  if (!caller.holds(roles.users)) return <SectionPage section="users">{null}</SectionPage>;
  return <KnownUser />;
}

function KnownUser() {
  const { id } = route.useParams();
  const { data: user } = useSuspenseQuery(userQuery(id));
  return (
    <Page title={user.attributes.email} heading={<UserHeading user={user} />}>
      <UserFacts user={user} />
      <UserActions user={user} />
      <UserDialogs user={user} />
    </Page>
  );
}

function UserHeading({ user }: { user: User }) {
  const { email, status } = user.attributes;
  return (
    <>
      <p>
        <Link to="/settings/users">{userTexts.allUsers}</Link>
      </p>
      <div className="page-heading">
        <h1>{email}</h1>
        <UserStatus status={status} />
      </div>
    </>
  );
}

function UserFacts({ user }: { user: User }) {
  const { id, attributes } = user;
  const { name, roles: held, signIn, createdAt, disabledAt } = attributes;
  const facts: [string, ReactNode][] = [
    [userTexts.name, name ?? userTexts.noName],
    [userTexts.roles, <RoleList key="roles" roles={held} />],
    [userTexts.signsIn, userTexts.signIns[signIn]],
    [userTexts.created, <Moment key="created" at={createdAt} />],
  ];
  if (disabledAt) facts.push([userTexts.disabledAt, <Moment key="disabled" at={disabledAt} />]);
  return (
    <>
      <Facts className="user-facts" facts={facts} />
      <p className="actions">
        <Link to="/settings/grants" search={{ user: id }}>
          {userTexts.grants}
        </Link>
        <Link to="/settings/audit" search={{ actor: id }}>
          {userTexts.activity}
        </Link>
      </p>
    </>
  );
}

/** What an administrator may do with a user. */
function UserActions({ user }: { user: User }) {
  return (
    <section>
      <h2>{userTexts.actions}</h2>
      <ul className="user-actions plain-list">
        {actionsFor(user).map((dialog) => (
          <li className="card user-action" key={dialog}>
            <p>{userTexts.dialogs[dialog].purpose}</p>
            <Link
              className={isEnd(dialog) ? 'button danger' : 'button quiet'}
              to="/settings/users/$id"
              params={{ id: user.id }}
              search={{ dialog }}
              resetScroll={false}
            >
              {userTexts.dialogs[dialog].title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

type UserDialog = keyof typeof userTexts.dialogs;

const isEnd = (dialog: UserDialog) => dialog === 'delete' || dialog === 'disable';

function actionsFor({ attributes: { status, signIn } }: User): UserDialog[] {
  return [
    'name',
    'roles',
    ...(signIn === 'password' && status !== 'disabled' ? (['reset'] as const) : []),
    'end-sessions',
    status === 'disabled' ? 'enable' : 'disable',
    'delete',
  ];
}

/** The dialog that the address names. */
function UserDialogs({ user }: { user: User }) {
  const { dialog } = route.useSearch();
  const close = useCloseDialog('dialog');
  if (!dialog) return null;
  if (dialog === 'name') return <UserNameDialog user={user} onClose={close} />;
  if (dialog === 'roles') return <UserRolesDialog user={user} onClose={close} />;
  if (dialog === 'reset') return <ResetLinkDialog user={user} onClose={close} />;
  return <AccessDialog key={dialog} user={user} dialog={dialog} onClose={close} />;
}

type AccessChange = Exclude<UserDialog, 'name' | 'roles' | 'reset'>;
type AccessDialogProps = { user: User; dialog: AccessChange; onClose: () => void };

/** Ends access of a user, or restores it. */
function AccessDialog({ user, dialog, onClose }: AccessDialogProps) {
  const navigate = route.useNavigate();
  const isShown = useIsShown();
  const isDeletion = dialog === 'delete';
  // The page of a deleted user has nothing to read any more.
  const leave = () => {
    if (isShown()) void navigate({ to: '/settings/users', replace: true });
  };
  const done = isDeletion ? leave : onClose;
  const mutation = useChange(
    isDeletion ? ['users', 'list'] : ['users'],
    (once) => changeAccess(once, dialog, user.id),
    done,
  );
  const { title, consequence } = userTexts.dialogs[dialog];
  return (
    <ActionDialog
      title={`${title}: ${user.attributes.email}`}
      action={title}
      isDanger={dialog !== 'enable'}
      mutation={mutation}
      onClose={onClose}
    >
      <p>{consequence}</p>
    </ActionDialog>
  );
}

function changeAccess(once: Once, change: AccessChange, id: string): Promise<unknown> {
  const params = { path: { id } };
  if (change === 'delete') return unwrap(oauth.DELETE('/v1/users/{id}', { params }));
  return unwrap(oauth.POST(`/v1/users/{id}/${change}`, once({ params })));
}

function UserNameDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { id, attributes } = user;
  const before = { name: attributes.name ?? '' };
  const { input, change, close } = useFormInput(`name ${id}`, before, onClose);
  const params = { path: { id } };
  const body = { name: input.name.trim() || null };
  const mutation = useChange(
    ['users'],
    () => unwrap(oauth.PATCH('/v1/users/{id}', { params, body })),
    close,
  );
  const form = useCheckedForm(mutation, { name: nameFaults(input.name) });
  const { title, consequence } = userTexts.dialogs.name;
  return (
    <ActionDialog
      title={`${title}: ${attributes.email}`}
      action={userTexts.save}
      mutation={form}
      onClose={close}
    >
      <Field
        label={userTexts.name}
        hint={consequence}
        maxLength={128}
        value={input.name}
        onChange={(name) => change({ name })}
        faults={form.faultsOf('name')}
      />
    </ActionDialog>
  );
}

/** Changes the roles of a user. */
function UserRolesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { id, attributes } = user;
  const { input, change, close } = useFormInput(
    `roles ${id}`,
    roleInput(attributes.roles),
    onClose,
  );
  const params = { path: { id } };
  const mutation = useChange(
    ['users'],
    () => unwrap(oauth.PATCH('/v1/users/{id}', { params, body: { roles: rolesIn(input) } })),
    close,
  );
  const form = useCheckedForm(mutation, { roles: useRoleFaults(input) });
  const { title, consequence } = userTexts.dialogs.roles;
  return (
    <ActionDialog
      title={`${title}: ${attributes.email}`}
      action={userTexts.save}
      mutation={form}
      onClose={close}
    >
      <p>{consequence}</p>
      <RoleChoice
        legend={userTexts.rolesOfUser}
        input={input}
        onChange={change}
        faults={form.faultsOf('roles')}
      />
    </ActionDialog>
  );
}
