import { roles } from '@app-platform/contracts';
import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayHold } from '../session/access-token.ts';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { shellTexts } from './texts.ts';

type Props = {
  /** The link that administrators of apps have first. */
  installed: ReactNode;
  /** The button that opens the search over everything. */
  palette: ReactNode;
};

/** What surrounds every page. */
export function Shell({ installed, palette }: Props) {
  return (
    <>
      <a className="skip-link" href="#content">
        {shellTexts.skip}
      </a>
      <Navigation installed={installed} palette={palette} />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <ConnectionNotice />
    </>
  );
}

/** The sections of the console, and who is signed in. */
function Navigation({ installed, palette }: Props) {
  return (
    <header className="bar">
      <Link className="product" to="/">
        {shellTexts.product}
      </Link>
      <nav aria-label={shellTexts.navigation}>
        <ul>
          {mayHold(roles.apps) && <li>{installed}</li>}
          <li>
            <Link to="/directory" activeOptions={{ includeSearch: false }}>
              {shellTexts.directory}
            </Link>
          </li>
          <li>
            <Link to="/my-apps">{shellTexts.myApps}</Link>
          </li>
          <li>
            <Link to="/attributes" activeOptions={{ includeSearch: false }}>
              {shellTexts.attributes}
            </Link>
          </li>
          <li>
            <Link to="/settings">{shellTexts.settings}</Link>
          </li>
        </ul>
      </nav>
      {palette}
      <AccountMenu />
    </header>
  );
}
