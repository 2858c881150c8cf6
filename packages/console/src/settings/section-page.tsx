import { type ReactNode, Suspense } from 'react';
import { useCaller } from '../api/caller.ts';
import { RoleMissing } from '../elements/role-missing.tsx';
import { LoadingPage } from '../layout/loading-page.tsx';
import { Page } from '../layout/page.tsx';
import { settingsTexts } from '../texts/settings.ts';
import { type Section, sections } from './sections.ts';

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
  const title = settingsTexts.sections[section];
  if (!roles.some(caller.holds)) {
    return (
      <Page title={title}>
        <RoleMissing roles={roles} />
      </Page>
    );
  }
  return (
    <Page title={title} actions={actions}>
      <p className="muted section-description">{settingsTexts.descriptions[section]}</p>
      <Suspense fallback={<LoadingPage />}>{children}</Suspense>
    </Page>
  );
}
