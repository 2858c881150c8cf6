import { getRouteApi, Link } from '@tanstack/react-router';
import { grantTexts } from '../texts/settings.ts';
import { listedGrants } from './queries.ts';
import { grantKinds } from './search.ts';

const route = getRouteApi('/settings/grants');

/** Apps, or the platform's own clients: their many sign-ins would hide what apps may do. */
export function GrantKindChoice() {
  const { kind: chosen } = listedGrants(route.useSearch());
  return (
    <nav aria-label={grantTexts.kindChoice}>
      <ul className="choices plain-list">
        {grantKinds.map((kind) => (
          <li key={kind}>
            <Link
              to="/settings/grants"
              search={({ user }) => ({
                ...(user && { user }),
                ...(kind !== 'app' && { kind }),
              })}
              activeOptions={{ exact: true }}
              aria-current={kind === chosen ? 'true' : undefined}
            >
              {grantTexts.kinds[kind]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
