import { Link } from '@tanstack/react-router';
import { oauthUrl } from '../settings.ts';
import { layoutTexts } from '../texts/layout.ts';

/** The sections of the console. */
export function Navigation() {
  return (
    <header className="bar">
      <Link className="product" to="/">
        {layoutTexts.product}
      </Link>
      <nav aria-label={layoutTexts.navigation}>
        <ul>
          <li>
            <Link to="/" activeOptions={{ includeSearch: false }}>
              {layoutTexts.directory}
            </Link>
          </li>
          <li>
            <Link to="/my-apps">{layoutTexts.myApps}</Link>
          </li>
          <li>
            <Link to="/attributes" activeOptions={{ includeSearch: false }}>
              {layoutTexts.attributes}
            </Link>
          </li>
          <li>
            <Link to="/settings">{layoutTexts.settings}</Link>
          </li>
        </ul>
      </nav>
      <a className="account" href={`${oauthUrl()}/account`}>
        {layoutTexts.account}
      </a>
    </header>
  );
}
