import { RECENT_SIGN_IN_SECONDS, roles } from '@app-platform/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import { userQuery } from './queries.ts';

/** Who a user is, where the platform says it to this person now: it is left out without a recent sign-in. */
export function ActorEmail({ id }: { id: string }) {
  const caller = useCaller();
  const signedInAt = Date.parse(caller.authenticatedAt ?? '');
  const isRecent = Date.now() - signedInAt < RECENT_SIGN_IN_SECONDS * 1000;
  const { data: user } = useQuery({
    ...userQuery(id),
    enabled: caller.holds(roles.users) && isRecent,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!user) return null;
  return (
    <Link to="/settings/users/$id" params={{ id }}>
      {user.attributes.email}
    </Link>
  );
}
