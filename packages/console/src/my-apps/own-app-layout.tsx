import type { App } from '../directory/queries.ts';
import './my-apps.css';
import { roles } from '@app-platform/contracts';
import { Link, Outlet } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import { AppIcon } from '../directory/app-summary.tsx';
import { EmptyState } from '../elements/notices.tsx';
import { Page } from '../shell/page.tsx';
import { useOwnApp } from './queries.ts';
import { myAppsTexts } from './texts.ts';

/** What surrounds the sections of an own app. */
export function OwnAppLayout() {
  const app = useOwnApp();
  const caller = useCaller();
  if (app.organization.id !== caller.organizationId) return <AppOfOthers app={app} />;
  return (
    <Page title={app.title} heading={<OwnAppHeading app={app} />}>
      {!caller.holds(roles.apps) && (
        <p className="notice">{myAppsTexts.missingRoles(roles.apps)}</p>
      )}
      <Sections app={app} />
      <div className="own-app">
        <Outlet />
      </div>
    </Page>
  );
}

function OwnAppHeading({ app }: { app: App }) {
  const { name, title, visibility, version } = app;
  const isPermitted = useCaller().holds(roles.apps);
  return (
    <div className="app-heading">
      <AppIcon address={app.iconUrl ?? null} title={title} />
      <div>
        <h1>{title}</h1>
        <p className="badges">
          <span className="badge">{myAppsTexts[visibility]}</span>
          <span className="badge">{myAppsTexts.current(version)}</span>
        </p>
      </div>
      <div className="actions">
        <Link className="button quiet" to="/apps/$name" params={{ name }} search={{ visibility }}>
          {myAppsTexts.inDirectory}
        </Link>
        {isPermitted && (
          <Link
            className="button"
            to="/my-apps/$name/edit"
            params={{ name }}
            search={{ visibility }}
          >
            {myAppsTexts.newVersion}
          </Link>
        )}
      </div>
    </div>
  );
}

function Sections({ app: { name, visibility } }: { app: App }) {
  const link = {
    params: { name },
    search: { visibility },
    activeOptions: { includeSearch: false },
  };
  const { versions, access, webhooks, doctor } = myAppsTexts.sectionNames;
  return (
    <nav className="sections" aria-label={myAppsTexts.sections}>
      <ul className="plain-list">
        <li>
          <Link to="/my-apps/$name/versions" {...link}>
            {versions}
          </Link>
        </li>
        <li>
          <Link to="/my-apps/$name/access" {...link}>
            {access}
          </Link>
        </li>
        <li>
          <Link to="/my-apps/$name/webhooks" {...link}>
            {webhooks}
          </Link>
        </li>
        <li>
          <Link to="/my-apps/$name/doctor" {...link}>
            {doctor}
          </Link>
        </li>
      </ul>
    </nav>
  );
}

function AppOfOthers({ app: { name, title, visibility } }: { app: App }) {
  return (
    <Page title={title}>
      <EmptyState title={myAppsTexts.notOwn} advice={myAppsTexts.notOwnAdvice}>
        <Link className="button" to="/apps/$name" params={{ name }} search={{ visibility }}>
          {myAppsTexts.toDirectory}
        </Link>
      </EmptyState>
    </Page>
  );
}
