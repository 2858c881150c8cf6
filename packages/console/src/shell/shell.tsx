import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { callerQuery, signedInUserQuery } from '../api/caller.ts';
import { oauthUrl } from '../session/addresses.ts';
import { LoadingPage } from './page.tsx';
import { shellTexts } from './texts.ts';

/** What surrounds every page. */
export function Shell() {
  return (
    <>
      <a className="skip-link" href="#content">
        {shellTexts.skip}
      </a>
      <Navigation />
      <main id="content" tabIndex={-1}>
        <Suspense fallback={<LoadingPage />}>
          <Outlet />
        </Suspense>
      </main>
    </>
  );
}

/** The sections of the console, and who is signed in. */
function Navigation() {
  return (
    <header className="bar">
      <Link className="product" to="/">
        {shellTexts.product}
      </Link>
      <nav aria-label={shellTexts.navigation}>
        <ul>
          <li>
            <Link to="/" activeOptions={{ includeSearch: false }}>
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
      <SignedIn />
    </header>
  );
}

/**
 * The link to the account, and who is signed in. It appears without the email address and the name of the
 * organization: they are read beside what the page reads, and left out where they cannot be read.
 */
function SignedIn() {
  const { data: email } = useQuery(signedInUserQuery);
  const { data: caller } = useQuery(callerQuery);
  return (
    <div className="account">
      <a href={`${oauthUrl()}/account`}>{shellTexts.account}</a>
      <p className="signed-in">
        <Truncated text={email} />
        <Truncated text={caller?.organizationName} />
      </p>
    </div>
  );
}

/** On one line, cut where it does not fit. */
function Truncated({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <span className="truncated" title={text}>
      {text}
    </span>
  );
}
