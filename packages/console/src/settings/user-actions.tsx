import { Link } from '@tanstack/react-router';
import { userTexts } from '../texts/users.ts';
import type { User } from './queries.ts';
import type { UserDialog } from './search.ts';

/** What an administrator may do with a user. */
export function UserActions({ user }: { user: User }) {
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

const isEnd = (dialog: UserDialog) => dialog === 'delete' || dialog === 'disable';

function actionsFor({ attributes: { status, signIn } }: User): UserDialog[] {
  return [
    'roles',
    ...(signIn === 'password' && status !== 'disabled' ? (['reset'] as const) : []),
    'end-sessions',
    status === 'disabled' ? 'enable' : 'disable',
    'delete',
  ];
}
