import { roles } from '@app-platform/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import { Moment } from '../elements/moment.tsx';
import { Page } from '../layout/page.tsx';
import { userTexts } from '../texts/users.ts';
import { type User, userQuery } from './queries.ts';
import { RoleList } from './role-list.tsx';
import { SectionPage } from './section-page.tsx';
import { UserActions } from './user-actions.tsx';
import { UserDialogs } from './user-dialogs.tsx';
import { UserStatus } from './user-status.tsx';

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
  const { roles: held, signIn, createdAt, disabledAt } = attributes;
  return (
    <>
      <dl className="user-facts">
        <div>
          <dt>{userTexts.roles}</dt>
          <dd>
            <RoleList roles={held} />
          </dd>
        </div>
        <div>
          <dt>{userTexts.signsIn}</dt>
          <dd>{userTexts.signIns[signIn]}</dd>
        </div>
        <div>
          <dt>{userTexts.created}</dt>
          <dd>
            <Moment at={createdAt} />
          </dd>
        </div>
        {disabledAt && (
          <div>
            <dt>{userTexts.disabledAt}</dt>
            <dd>
              <Moment at={disabledAt} />
            </dd>
          </div>
        )}
      </dl>
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
