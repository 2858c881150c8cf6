import { Link } from '@tanstack/react-router';
import { layoutTexts } from '../texts/layout.ts';
import { Page } from './page.tsx';

const visibilities = ['private', 'public'] as const;

/** In place of a page whose address names two apps: links to the page of each. */
export function AmbiguousPage() {
  return (
    <Page title={layoutTexts.ambiguous}>
      <p>{layoutTexts.ambiguousReason}</p>
      <p className="actions">
        {visibilities.map((visibility) => (
          <Link
            className="button"
            key={visibility}
            to="."
            search={(before: object) => ({ ...before, visibility })}
          >
            {layoutTexts.meant[visibility]}
          </Link>
        ))}
      </p>
    </Page>
  );
}
