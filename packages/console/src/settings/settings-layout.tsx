import { Link, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { LoadingPage } from '../layout/loading-page.tsx';
import { settingsTexts } from '../texts/settings.ts';
import { sections } from './sections.ts';
import './settings.css';

/** The sections of Settings beside the one that is shown. */
export function SettingsLayout() {
  return (
    <div className="settings">
      <nav aria-label={settingsTexts.title}>
        <ul className="plain-list">
          {Object.values(sections).map(({ to, title }) => (
            <li key={to}>
              <Link to={to} activeOptions={{ includeSearch: false }}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="settings-section">
        <Suspense fallback={<LoadingPage />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  );
}
