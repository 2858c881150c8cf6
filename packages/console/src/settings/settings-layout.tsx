import { Link, Outlet } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useCaller } from '../api/caller.ts';
import { RoleRequired } from '../elements/notices.tsx';
import { RecoverableSection } from '../elements/recoverable-section.tsx';
import { Page } from '../shell/page.tsx';
import { type Group, groups, isVisible, type Section, sections } from './sections.ts';
import { settingsTexts } from './texts.ts';
import './settings.css';

const groupNames = Object.keys(groups) as Group[];

/** The sections of Settings that one may see, beside the one that is shown. */
export function SettingsLayout() {
  return (
    <div className="settings">
      <nav aria-label={settingsTexts.title}>
        {groupNames.map((name) => (
          <SectionGroup key={name} name={name} />
        ))}
      </nav>
      <div className="settings-section">
        <Outlet />
      </div>
    </div>
  );
}

function SectionGroup({ name }: { name: Group }) {
  const { roles } = useCaller();
  const id = useId();
  const names = (Object.keys(groups[name]) as Section[]).filter((one) => isVisible(one, roles));
  if (names.length === 0) return null;
  return (
    <div className="settings-group">
      <p className="muted" id={id}>
        {settingsTexts.groups[name]}
      </p>
      <ul className="plain-list" aria-labelledby={id}>
        {names.map((one) => (
          <li key={one}>
            <Link to={sections[one].to} activeOptions={{ includeSearch: false }}>
              {settingsTexts.sections[one]}
            </Link>
          </li>
        ))}
      </ul>
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
        <RecoverableSection>{children}</RecoverableSection>
      </RoleRequired>
    </Page>
  );
}
