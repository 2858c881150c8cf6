import { Link } from '@tanstack/react-router';
import { usePendingCounts } from './pending-counts.ts';
import { installedTexts } from './texts.ts';

/** The link of the navigation, with the number of pending decisions. */
export function InstalledLink() {
  const { updates, roles, requests } = usePendingCounts();
  const count = updates + roles + requests;
  return (
    <Link to="/installed" activeOptions={{ includeSearch: false }}>
      {installedTexts.link}
      {count > 0 && (
        <span className="figure">
          {' '}
          {count}
          <span className="visually-hidden"> {installedTexts.pending}</span>
        </span>
      )}
    </Link>
  );
}
