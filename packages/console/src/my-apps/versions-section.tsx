import { roles } from '@app-platform/contracts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import type { App } from '../directory/queries.ts';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { Moment } from '../elements/moment.tsx';
import { myAppsTexts, versionTexts } from '../texts/my-apps.ts';
import { useOwnApp } from './own-app.ts';
import { VersionActions } from './version-actions.tsx';
import { VersionDialog } from './version-dialog.tsx';
import { useVersions, type VersionRow } from './version-row.ts';
import { VersionState } from './version-state.tsx';

const route = getRouteApi('/my-apps/$name/versions');

/** The versions of an own app, who has them, and what may be said against them. */
export function VersionsSection() {
  const app = useOwnApp();
  const versions = useVersions(app);
  const caller = useCaller();
  const { dialog, version, registered } = route.useSearch();
  const chosen = versions.find((one) => one.version === version);
  const columns = columnsOf(app, caller.holds(roles.apps));
  return (
    <section>
      {registered && <RegisteredNotice app={app} version={registered} />}
      <DataTable
        caption={versionTexts.caption}
        columns={columns}
        rows={versions}
        keyOf={(row) => row.version}
      />
      {dialog && chosen && <VersionDialog app={app} dialog={dialog} row={chosen} />}
    </section>
  );
}

function columnsOf(app: App, isPermitted: boolean): Column<VersionRow>[] {
  return [
    {
      title: versionTexts.version,
      cell: ({ version }) => (
        <>
          {version}{' '}
          {version === app.version && <span className="badge">{versionTexts.current}</span>}
        </>
      ),
    },
    { title: versionTexts.state, cell: (row) => <VersionState row={row} /> },
    { title: versionTexts.registered, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { title: versionTexts.organizations, cell: ({ organizations }) => organizations },
    {
      title: versionTexts.actions,
      isActions: true,
      cell: (row) => <VersionActions row={row} isPermitted={isPermitted} />,
    },
  ];
}

function RegisteredNotice({ app, version }: { app: App; version: string }) {
  const { name, visibility } = app;
  return (
    <div className="notice good" role="status">
      {myAppsTexts.registered(version)}{' '}
      <Link to="/apps/$name" params={{ name }} search={{ visibility }}>
        {myAppsTexts.install}
      </Link>
    </div>
  );
}
