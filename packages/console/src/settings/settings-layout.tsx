import { Link, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { LoadingPage } from '../layout/loading-page.tsx';
import { settingsTexts } from '../texts/settings.ts';
import { type Section, sections } from './sections.ts';
import './settings.css';

const sectionNames = Object.keys(sections) as Section[];

/** The sections of Settings beside the one that is shown. */
export function SettingsLayout() {
  return (
    <div className="settings">
      <nav aria-label={settingsTexts.title}>
        <ul className="plain-list">
          {sectionNames.map((name) => (
            <li key={name}>
              <Link to={sections[name].to} activeOptions={{ includeSearch: false }}>
                {settingsTexts.sections[name]}
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
