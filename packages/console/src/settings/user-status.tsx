import { userTexts } from '../texts/users.ts';
import type { User } from './queries.ts';

const looks = { active: 'badge good', invited: 'badge', disabled: 'badge bad' };

export function UserStatus({ status }: { status: User['attributes']['status'] }) {
  return <span className={looks[status]}>{userTexts.statuses[status]}</span>;
}
