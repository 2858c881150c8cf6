import { roles } from '@app-platform/contracts';
import { useSuspenseQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import { AppIcon } from '../directory/app-summary.tsx';
import type { DirectoryApp } from '../directory/queries.ts';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { Moment } from '../elements/moment.tsx';
import { EmptyState } from '../elements/notices.tsx';
import { Page } from '../shell/page.tsx';
import { draftsQuery, type ListedDraft, ownAppsQuery } from './queries.ts';
import { myAppsTexts } from './texts.ts';

/** The apps that the organization has registered. */
export function MyAppsPage() {
  const caller = useCaller();
  const [{ data: apps }, { data: drafts }] = useSuspenseQueries({
    queries: [ownAppsQuery, draftsQuery],
  });
  const mayRegister = caller.holds(roles.apps);
  const registerLink = mayRegister && (
    <Link className="button" to="/my-apps/new">
      {myAppsTexts.register}
    </Link>
  );
  if (apps.length + drafts.length === 0) {
    return (
      <Page title={myAppsTexts.title}>
        <EmptyState
          title={myAppsTexts.empty}
          advice={mayRegister ? myAppsTexts.emptyAdvice : myAppsTexts.emptyForReaders}
        >
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

/** The drafts of the organization; each opens in the editor. */
function Drafts({ drafts }: { drafts: ListedDraft[] }) {
  return (
    <section className="own-drafts">
      <h2>{myAppsTexts.drafts}</h2>
      <p className="muted">{myAppsTexts.draftsMeaning}</p>
      <DataTable caption={myAppsTexts.drafts} columns={columns} rows={drafts} />
    </section>
  );
}

const columns: readonly Column<ListedDraft>[] = [
  {
    title: myAppsTexts.app,
    cell: ({ attributes: { name, title } }) => (
      <Link to="/my-apps/new" search={{ draft: name }}>
        {title}
      </Link>
    ),
  },
  { title: myAppsTexts.name, cell: ({ attributes: { name } }) => <code>{name}</code> },
  {
    title: myAppsTexts.version,
    cell: ({ attributes: { version } }) => version.replace(/\+draft$/, ''),
  },
  {
    title: myAppsTexts.until,
    cell: ({ attributes: { expiresAt } }) => <Moment at={expiresAt} />,
  },
];
