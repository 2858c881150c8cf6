import { Link } from '@tanstack/react-router';
import { layoutTexts } from '../texts/layout.ts';
import { SignedIn } from './signed-in.tsx';

/** The sections of the console, and who is signed in. */
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
      <SignedIn />
    </header>
  );
}
