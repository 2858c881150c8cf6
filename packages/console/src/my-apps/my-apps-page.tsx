import { roles } from '@app-platform/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import { AppIcon } from '../directory/app-icon.tsx';
import '../directory/directory.css';
import type { DirectoryApp } from '../directory/queries.ts';
import { EmptyState } from '../elements/empty-state.tsx';
import { Page } from '../layout/page.tsx';
import { myAppsTexts } from '../texts/my-apps.ts';
import { Drafts } from './drafts.tsx';
import { draftsQuery, ownAppsQuery } from './queries.ts';

/** The apps that the organization has registered. */
export function MyAppsPage() {
  const caller = useCaller();
  const { data: apps } = useSuspenseQuery(ownAppsQuery);
  const { data: drafts } = useSuspenseQuery(draftsQuery);
  const mayRegister = caller.holds(roles.apps);
  const registerLink = mayRegister && (
    <Link className="button" to="/my-apps/new">
      {myAppsTexts.register}
    </Link>
  );
  if (apps.length + drafts.length === 0) {
    return (
      <Page title={myAppsTexts.title}>
        <EmptyState title={myAppsTexts.empty}>
          <p>{mayRegister ? myAppsTexts.emptyAdvice : myAppsTexts.emptyForReaders}</p>
          {registerLink}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={myAppsTexts.title} actions={registerLink}>
      <ul className="app-cards plain-list">
        {apps.map((app) => (
          <li key={`${app.attributes.visibility} ${app.id}`}>
            <OwnAppCard app={app} />
          </li>
        ))}
      </ul>
      {drafts.length > 0 && <Drafts drafts={drafts} />}
    </Page>
  );
}

function OwnAppCard({ app }: { app: DirectoryApp }) {
  const { name, title, iconUrl, visibility, version } = app.attributes;
  return (
    <article className="card app-card">
      <AppIcon address={iconUrl} title={title} />
      <div>
        <h2>
          <Link to="/my-apps/$name/versions" params={{ name }} search={{ visibility }}>
            {title}
          </Link>
        </h2>
        <p className="muted owner-line">
          <code>{name}</code>
        </p>
        <p className="badges">
          <span className="badge">{myAppsTexts[visibility]}</span>
          <span className="badge">{myAppsTexts.current(version)}</span>
        </p>
      </div>
    </article>
  );
}
