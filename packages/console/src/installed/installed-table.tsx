import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AppLink } from '../directory/app-summary.tsx';
import type { Installation } from '../directory/queries.ts';
import { VersionDifference } from '../directory/version-difference.tsx';
import { Button } from '../elements/button.tsx';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { Day } from '../elements/moment.tsx';
import { type Activities, LastUsed, Refused } from './app-activity.tsx';
import { Installer } from './installer.tsx';
import { availableUpdate } from './listed-apps.ts';
import { installedTexts } from './texts.ts';

const route = getRouteApi('/installed');

/** Each one has a plan, which the dialog reads. */
const MOST_SELECTED = 20;

type Props = {
  apps: readonly Installation[];
  chosen: readonly Installation[];
  activities: Activities;
};

/** The installed apps, of which several can be chosen. */
export function InstalledTable({ apps, chosen, activities }: Props) {
  const navigate = route.useNavigate();
  const choose = (names: readonly string[]) =>
    void navigate({
      search: ({ selected: _, ...before }) =>
        names.length > 0 ? { ...before, selected: names.join(',') } : before,
      replace: true,
      resetScroll: false,
    });
  const names = chosen.map(({ name }) => name);
  const toggle = (name: string, isChosen: boolean) =>
    choose(isChosen ? [...names, name] : names.filter((one) => one !== name));
  const selection = { names, toggle };
  return (
    <>
      <SelectionBar chosen={chosen} onClear={() => choose([])} />
      <DataTable
        caption={installedTexts.caption}
        columns={columnsOf(selection, activities)}
        rows={apps.map((app) => ({ id: app.name, app }))}
      />
    </>
  );
}

/** What can be done with the chosen apps. */
function SelectionBar(props: { chosen: readonly Installation[]; onClear: () => void }) {
  const { chosen, onClear } = props;
  const navigate = route.useNavigate();
  if (chosen.length === 0) return null;
  const open = (dialog: 'update' | 'uninstall') =>
    void navigate({ search: (before) => ({ ...before, dialog }), resetScroll: false });
  const isUpdatable = chosen.some((app) => availableUpdate(app) !== null);
  return (
    <div className="notice selection-bar">
      <p role="status">
        {installedTexts.selected(chosen.length)}
        {chosen.length >= MOST_SELECTED && `. ${installedTexts.most(MOST_SELECTED)}`}
      </p>
      <div className="actions">
        {isUpdatable && <Button onClick={() => open('update')}>{installedTexts.updateAll}</Button>}
        <Button look="danger" onClick={() => open('uninstall')}>
          {installedTexts.uninstallAll}
        </Button>
        <Button look="quiet" onClick={onClear}>
          {installedTexts.clear}
        </Button>
      </div>
    </div>
  );
}

type Row = { id: string; app: Installation };
type Selection = {
  names: readonly string[];
  toggle: (name: string, isChosen: boolean) => void;
};

function columnsOf(selection: Selection, activities: Activities): Column<Row>[] {
  return [
    {
      title: installedTexts.app,
      cell: ({ app }) => <AppCell app={app} selection={selection} />,
    },
    { title: installedTexts.version, cell: ({ app }) => <VersionCell app={app} /> },
    { title: installedTexts.pendingColumn, cell: ({ app }) => <PendingCell app={app} /> },
    {
      title: installedTexts.lastUsed,
      cell: ({ app }) => <LastUsed app={app} activity={activities.get(app.name)} />,
    },
    {
      title: installedTexts.refused,
      cell: ({ app }) => <Refused app={app} activity={activities.get(app.name)} />,
    },
    {
      title: installedTexts.installed,
      cell: ({ app }) => (
        <>
          <Day at={app.installedAt} />
          <Installer actor={app.installedBy} />
        </>
      ),
    },
  ];
}

function AppCell({ app, selection }: { app: Installation; selection: Selection }) {
  const { name, title } = app;
  const isChosen = selection.names.includes(name);
  return (
    <span className="selectable">
      <input
        type="checkbox"
        aria-label={installedTexts.select(title)}
        checked={isChosen}
        disabled={!isChosen && selection.names.length >= MOST_SELECTED}
        onChange={({ target }) => selection.toggle(name, target.checked)}
      />
      <span>
        <AppLink name={name}>{title}</AppLink>
        <code className="secondary">{name}</code>
      </span>
    </span>
  );
}

function VersionCell({ app }: { app: Installation }) {
  const { version, draft, blocked, yanked, deprecated, installedAt, updatedAt } = app;
  return (
    <>
      {version} {draft && <span className="badge">{installedTexts.draft}</span>}
      {blocked && <span className="badge bad">{installedTexts.blocked}</span>}
      {yanked && <span className="badge bad">{installedTexts.yanked}</span>}
      {deprecated && <span className="badge">{installedTexts.deprecated}</span>}
      {updatedAt !== installedAt && (
        <span className="secondary">
          {installedTexts.changed} <Day at={updatedAt} />
        </span>
      )}
    </>
  );
}

/** The update and the roles that the administrator decides about. */
function PendingCell({ app }: { app: Installation }) {
  const { name, waitingRoles } = app;
  const update = availableUpdate(app);
  if (update === null && waitingRoles.length === 0) {
    return <span className="muted">{installedTexts.upToDate}</span>;
  }
  return (
    <>
      {update && <Update app={app} to={update} />}
      {waitingRoles.length > 0 && (
        <p>
          <AppLink name={name} change="roles">
            {installedTexts.pendingRoles(waitingRoles.length)}
          </AppLink>
        </p>
      )}
    </>
  );
}

/** The link to the update, and its difference, which is read when it is opened. */
function Update({ app, to }: { app: Installation; to: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p>
        <AppLink name={app.name} change={to === app.latestVersion ? 'upgrade' : 'update'}>
          {installedTexts.updateTo(to)}
        </AppLink>
      </p>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>{installedTexts.difference(to)}</summary>
        {isOpen && <VersionDifference app={app} from={app.version} to={to} isTitled={false} />}
      </details>
    </>
  );
}
