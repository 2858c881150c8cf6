import { roles } from '@app-platform/contracts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import type { App } from '../directory/queries.ts';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { Moment } from '../elements/moment.tsx';
import { useOwnApp, useVersions, type VersionRow } from './queries.ts';
import { myAppsTexts, versionTexts } from './texts.ts';
import { VersionDialog, type VersionDialogName } from './version-dialogs.tsx';

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
      <DataTable caption={versionTexts.caption} columns={columns} rows={versions} />
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

/** Whether a version can be installed, and what is said against it. */
function VersionState({ row }: { row: VersionRow }) {
  const { deprecated, yanked, blocked } = row;
  if (!deprecated && !yanked && !blocked) {
    return <span className="badge good">{versionTexts.available}</span>;
  }
  return (
    <>
      {blocked && <Statement badge={versionTexts.blocked} text={blocked.reason} />}
      {yanked && <Statement badge={versionTexts.yanked} text={yanked.reason} />}
      {deprecated && <Statement badge={versionTexts.deprecated} text={deprecated.message} />}
      {deprecated?.successor && (
        <span className="secondary">{versionTexts.successor(deprecated.successor)}</span>
      )}
    </>
  );
}

function Statement({ badge, text }: { badge: string; text: string }) {
  return (
    <>
      <span className="badge bad">{badge}</span>
      <span className="secondary">{text}</span>
    </>
  );
}

/** What may be done with a version. Each opens a dialog, which has an address. */
function VersionActions({ row, isPermitted }: { row: VersionRow; isPermitted: boolean }) {
  const dialogs: VersionDialogName[] = [
    ...(row.before ? (['compare'] as const) : []),
    ...(isPermitted ? changesOf(row) : []),
  ];
  return (
    <div className="actions">
      {dialogs.map((dialog) => (
        <Link
          key={dialog}
          className="text-button"
          to="/my-apps/$name/versions"
          from="/my-apps/$name"
          search={({ visibility }) => ({
            ...(visibility && { visibility }),
            dialog,
            version: row.version,
          })}
          resetScroll={false}
          aria-label={versionTexts.of(versionTexts[dialog], row.version)}
        >
          {versionTexts[dialog]}
        </Link>
      ))}
    </div>
  );
}

function changesOf({ deprecated, yanked }: VersionRow): VersionDialogName[] {
  return [deprecated ? 'undeprecate' : 'deprecate', yanked ? 'unyank' : 'yank'];
}
