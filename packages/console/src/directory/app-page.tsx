import { roles } from '@app-platform/contracts';
import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCaller } from '../api/caller.ts';
import { Button } from '../elements/button.tsx';
import { Contained, RefusalNotice } from '../elements/notices.tsx';
import { useIsShown } from '../elements/use-is-shown.ts';
import { Page } from '../shell/page.tsx';
import { AppContent } from './app-content.tsx';
import { AppIcon, OwnerLine } from './app-summary.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { useUndoChange } from './change-installation.ts';
import type { Change } from './changes.ts';
import { Markdown } from './markdown.tsx';
import { type AppState, isPossible, updateOf } from './possible-changes.ts';
import {
  type App,
  appQuery,
  type Installation,
  installationRequestsQuery,
  installationsQuery,
  type UninstalledApp,
} from './queries.ts';
import { RestoredStatus, RestoreNotice } from './restore.tsx';
import { directoryTexts, limitTexts, requestTexts, waitingRolesTexts } from './texts.ts';

const route = getRouteApi('/apps/$name');

/** An app: what it does, what it brings, and what may be done with it here. */
export function AppPage() {
  const { name } = route.useParams();
  const { visibility, change, done } = route.useSearch();
  const navigate = route.useNavigate();
  const isShown = useIsShown();
  const [{ data: app }, { data: installations }] = useSuspenseQueries({
    queries: [appQuery(name, visibility), installationsQuery],
  });
  const installation = installations.find(
    (one) => one.name === app.name && one.visibility === app.visibility,
  );
  const state = { app, installation };
  const [restored, setRestored] = useState<UninstalledApp>();
  const isRestored = installation !== undefined && restored?.name === name;
  const show = (newlyDone?: Change) => {
    if (!isShown()) return;
    const search = { ...(visibility && { visibility }), ...(newlyDone && { done: newlyDone }) };
    void navigate({ search, replace: true, resetScroll: false });
  };
  return (
    <Page title={app.title} heading={<AppHeading {...state} />}>
      {done && <DoneNotice {...state} change={done} onUndone={() => show()} />}
      <AppNotices {...state} />
      <RestoredStatus app={isRestored ? restored : undefined} />
      {!installation && done !== 'uninstall' && (
        <RestoreNotice app={app} onRestored={setRestored} />
      )}
      <AppContent {...state} installations={installations} />
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
          <Contained>
            <AppTags tags={app.tags} />
          </Contained>
        </p>
      </div>
      <AppActions app={app} installation={installation} />
    </div>
  );
}

function AppTags({ tags }: { tags: App['tags'] }) {
  return tags?.map((tag) => (
    <span className="badge" key={tag}>
      {directoryTexts.tagName(tag)}
    </span>
  ));
}

function installedText({ draft, version }: Installation): string {
  return draft ? directoryTexts.installedDraft(version) : directoryTexts.installed;
}

/** The changes that the person may make, or may ask for. */
function AppActions({ app, installation }: AppState) {
  const caller = useCaller();
  if (!caller.holds(roles.apps)) {
    return installation ? null : <AskButton app={app} />;
  }
  if (!installation) {
    return app.blocked ? null : <ChangeButton change="install" text={directoryTexts.install} />;
  }
  const { previousVersion } = installation;
  const update = updateOf(app, installation);
  return (
    <div className="actions">
      {isPossible('upgrade', { app, installation }) && (
        <ChangeButton change="upgrade" text={directoryTexts.upgrade(app.version)} />
      )}
      {update && <ChangeButton change="update" text={directoryTexts.upgrade(update)} isQuiet />}
      {previousVersion && (
        <ChangeButton change="rollback" text={directoryTexts.rollback(previousVersion)} isQuiet />
      )}
      <ChangeButton change="limit" text={limitTexts.title} isQuiet />
      <ChangeButton change="uninstall" text={directoryTexts.uninstall} isQuiet />
      <Link
        className="button quiet"
        to="/apps/$name/activity"
        params={{ name: app.name }}
        search={{ visibility: app.visibility }}
      >
        {directoryTexts.activity}
      </Link>
    </div>
  );
}

function AskButton({ app }: { app: App }) {
  const { data: requests } = useSuspenseQuery(installationRequestsQuery);
  const isAsked = requests.some((one) => one.app === app.name);
  if (!isAsked) return <ChangeButton change="ask" text={directoryTexts.ask} />;
  return <ChangeButton change="ask" text={requestTexts.change} isQuiet />;
}

/** Opens the dialog of a change. */
function ChangeButton(props: { change: Change; text: string; isQuiet?: boolean }) {
  const navigate = useNavigate({ from: '/apps/$name' });
  const open = () => {
    const { change } = props;
    void navigate({ search: (before) => ({ ...before, change }), resetScroll: false });
  };
  return (
    <Button look={props.isQuiet ? 'quiet' : undefined} onClick={open}>
      {props.text}
    </Button>
  );
}

/** What its developer or the operator says against an app, and what waits for a decision. */
function AppNotices(props: { app: App; installation: Installation | undefined }) {
  const { blocked, deprecated, yanked } = { ...props.app, ...props.installation };
  const waiting = props.installation?.waitingRoles ?? [];
  const limit = props.installation?.limit;
  const mayDecide = useCaller().holds(roles.apps);
  return (
    <>
      {blocked && <p className="notice bad">{directoryTexts.blocked(blocked.reason)}</p>}
      {yanked && <p className="notice bad">{directoryTexts.yanked(yanked.reason)}</p>}
      {deprecated && <p className="notice">{directoryTexts.deprecated(deprecated.message)}</p>}
      {limit && <p className="notice">{limitTexts.limited(limit.users.length, limit.roles)}</p>}
      {waiting.length > 0 && (
        <div className="notice">
          <p>{directoryTexts.waitingRoles(waiting.join(', '))}</p>
          {mayDecide && <ChangeButton change="roles" text={waitingRolesTexts.decide} isQuiet />}
        </div>
      )}
    </>
  );
}

type Props = AppState & {
  /** What was done, as the address has it. It may have been undone since. */
  change: Change;
  onUndone: () => void;
};

/** What a change has done, and the way back. */
function DoneNotice({ app, installation, change, onUndone }: Props) {
  const undo = useUndoChange(app, onUndone);
  const text = textOf(change, app, installation);
  const mayUndo = useCaller().holds(roles.apps);
  if (!isStillDone(change, installation)) return null;
  return (
    <>
      <div className="notice good" role="status">
        <p>{text}</p>
        {change === 'install' && app.postInstallMessage && (
          <Markdown text={app.postInstallMessage} firstHeading={2} />
        )}
        {mayUndo && isUndoable(change, installation) && (
          <Button look="quiet" disabled={undo.isPending} onClick={() => undo.mutate(change)}>
            {directoryTexts.undo}
          </Button>
        )}
      </div>
      <RefusalNotice error={undo.error} />
    </>
  );
}

function isStillDone(change: Change, installation: Installation | undefined): boolean {
  return change === 'uninstall' || change === 'ask' ? !installation : Boolean(installation);
}

function isUndoable(change: Change, installation: Installation | undefined): boolean {
  if (change === 'uninstall') return true;
  const isReplaced = change === 'upgrade' || change === 'update' || change === 'rollback';
  return isReplaced && Boolean(installation?.previousVersion);
}

function textOf(change: Change, app: App, installation: Installation | undefined): string {
  if (change === 'uninstall') return directoryTexts.uninstalled;
  if (change === 'ask') return directoryTexts.asked;
  return directoryTexts.installedVersion(installation?.version ?? app.version);
}
