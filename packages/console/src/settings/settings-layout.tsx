import { Link, Outlet } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useCaller } from '../api/caller.ts';
import { RoleRequired } from '../elements/notices.tsx';
import { LoadingPage, Page } from '../shell/page.tsx';
import { type Section, sections } from './sections.ts';
import { settingsTexts } from './texts.ts';
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

type SectionPageProps = {
  section: Section;
  /** Beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A section of Settings, or who can give the role that it needs. */
export function SectionPage({ section, actions, children }: SectionPageProps) {
  const caller = useCaller();
  const { roles } = sections[section];
  const isAllowed = roles.some(caller.holds);
  return (
    <Page title={settingsTexts.sections[section]} actions={isAllowed && actions}>
      <RoleRequired roles={roles}>
        <p className="muted section-description">{settingsTexts.descriptions[section]}</p>
        <Suspense fallback={<LoadingPage />}>{children}</Suspense>
      </RoleRequired>
    </Page>
  );
}
