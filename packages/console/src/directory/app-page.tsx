import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../layout/page.tsx';
import { directoryTexts } from '../texts/directory.ts';
import { AppActions } from './app-actions.tsx';
import { AppAttributes } from './app-attributes.tsx';
import { AppDependencies } from './app-dependencies.tsx';
import { AppFacts } from './app-facts.tsx';
import { AppIcon } from './app-icon.tsx';
import { AppNotices } from './app-notices.tsx';
import { AppVersions } from './app-versions.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import type { Change } from './changes.ts';
import './directory.css';
import { DoneNotice } from './done-notice.tsx';
import { Markdown } from './markdown.tsx';
import { OwnerLine } from './owner-line.tsx';
import type { AppState } from './possible-changes.ts';
import { type App, appQuery, type Installation, installationsQuery } from './queries.ts';
import { ReleaseNotes } from './release-notes.tsx';
import { Screenshots } from './screenshots.tsx';
import { tagName } from './tag-filter.tsx';

const route = getRouteApi('/apps/$name');

/** An app: what it does, what it brings, and what may be done with it here. */
export function AppPage() {
  const { name } = route.useParams();
  const { visibility, change, done } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: app } = useSuspenseQuery(appQuery(name, visibility));
  const { data: installations } = useSuspenseQuery(installationsQuery);
  const installation = installations.find(
    (one) => one.name === app.name && one.visibility === app.visibility,
  );
  const state = { app, installation };
  const show = (newlyDone?: Change) => {
    const search = { ...(visibility && { visibility }), ...(newlyDone && { done: newlyDone }) };
    void navigate({ search, replace: true, resetScroll: false });
  };
  return (
    <Page title={app.title} heading={<AppHeading {...state} />}>
      {done && <DoneNotice {...state} change={done} onUndone={() => show()} />}
      <AppNotices {...state} />
      <div className="app-columns">
        <AppTexts app={app} />
        <div className="card">
          <AppFacts app={app} />
          <AppRoles roles={app.roles} />
          <AppDependencies app={app} installations={installations} />
          <AppAttributes app={app} />
          <AppVersions app={app} installation={installation} />
        </div>
      </div>
      {change && <ChangeDialog {...state} change={change} onDone={show} />}
    </Page>
  );
}

function AppHeading({ app, installation }: AppState) {
  return (
    <div className="app-heading">
      <AppIcon address={app.iconUrl ?? null} title={app.title} />
      <div>
        <h1>{app.title}</h1>
        <OwnerLine organization={app.organization} />
        <p className="badges">
          {app.visibility === 'private' && <span className="badge">{directoryTexts.own}</span>}
          {installation && <span className="badge good">{installedText(installation)}</span>}
          {app.tags?.map((tag) => (
            <span className="badge" key={tag}>
              {tagName(tag)}
            </span>
          ))}
        </p>
      </div>
      <AppActions app={app} installation={installation} />
    </div>
  );
}

function installedText({ draft, version }: Installation): string {
  return draft ? directoryTexts.installedDraft(version) : directoryTexts.installed;
}

function AppTexts({ app }: { app: App }) {
  const { description, screenshots = [] } = app;
  return (
    <div className="card">
      <section>
        <h2>{directoryTexts.description}</h2>
        {description ? (
          <Markdown text={description} />
        ) : (
          <p className="muted">{directoryTexts.noDescription}</p>
        )}
      </section>
      <Screenshots addresses={screenshots} />
      <ReleaseNotes changelog={app.changelog} />
    </div>
  );
}

function AppRoles({ roles }: { roles: App['roles'] }) {
  return (
    <section>
      <h2>{directoryTexts.roles}</h2>
      {roles?.length ? (
        <ul>
          {roles.map(String).map((role) => (
            <li key={role}>
              <code>{role}</code>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">{roles ? directoryTexts.noRoles : directoryTexts.allRoles}</p>
      )}
    </section>
  );
}
