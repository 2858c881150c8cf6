import { normalizePersonName, roles } from '@app-platform/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isSignInRecent, useCaller } from '../api/caller.ts';
import { type User, userQuery } from './queries.ts';
import { userTexts } from './texts.ts';

/** What is wrong with a name that is typed. */
export function nameFaults(text: string): string[] {
  const found = normalizePersonName(text);
  return 'fault' in found ? [userTexts.nameFault(found.fault)] : [];
}

const looks = { active: 'badge good', invited: 'badge', disabled: 'badge bad' };

export function UserStatus({ status }: { status: User['attributes']['status'] }) {
  return <span className={looks[status]}>{userTexts.statuses[status]}</span>;
}

/** What hides users, or API keys, from the person now. */
export type Hidden = 'by-role' | 'by-old-sign-in' | undefined;

/** @param role that reading them needs, with a recent sign-in */
export function useHidden(role: string): Hidden {
  const caller = useCaller();
  if (!caller.holds(role)) return 'by-role';
  return isSignInRecent(caller) ? undefined : 'by-old-sign-in';
}

/** Who a user is, where the platform says it to this person now: it is left out without a recent sign-in. */
export function ActorEmail({ id }: { id: string }) {
  const isHidden = useHidden(roles.users) !== undefined;
  const { data: user } = useQuery({
    ...userQuery(id),
    enabled: !isHidden,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!user) return null;
  return (
    <Link to="/settings/users/$id" params={{ id }}>
      {user.attributes.email}
    </Link>
  );
}

/** The registry knows the id alone. */
export function UserName({ id }: { id: string }) {
  const caller = useCaller();
  const { data } = useQuery({ ...userQuery(id), enabled: caller.holds(roles.users) });
  return data ? data.attributes.email : <code>{id}</code>;
}
