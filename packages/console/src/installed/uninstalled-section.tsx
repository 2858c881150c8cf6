import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AppLink } from '../directory/app-summary.tsx';
import { type UninstalledApp, uninstalledQuery } from '../directory/queries.ts';
import { RestoreButton, RestoredStatus } from '../directory/restore.tsx';
import { Button } from '../elements/button.tsx';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { Day } from '../elements/moment.tsx';
import { RefusalNotice } from '../elements/notices.tsx';
import { Skeleton } from '../elements/skeleton.tsx';
import { elementTexts } from '../elements/texts.ts';
import { installedTexts } from './texts.ts';

/** The apps that were uninstalled and can be restored, the latest first. */
export function UninstalledSection() {
  const { data = [], error, isPending, refetch } = useQuery(uninstalledQuery);
  const [restored, setRestored] = useState<UninstalledApp>();
  if (isPending) return <Skeleton />;
  const latestFirst = data.toSorted(
    (one, other) => Date.parse(other.uninstalledAt) - Date.parse(one.uninstalledAt),
  );
  return (
    <section>
      <RestoredStatus app={restored} />
      {(error || data.length > 0) && <h2>{installedTexts.uninstalled}</h2>}
      <RefusalNotice error={error} />
      {error && <Button onClick={() => void refetch()}>{elementTexts.again}</Button>}
      {data.length > 0 && (
        <>
          <p className="muted">{installedTexts.uninstalledAdvice}</p>
          <DataTable
            caption={installedTexts.uninstalled}
            columns={columnsOf(setRestored)}
            rows={latestFirst}
          />
        </>
      )}
    </section>
  );
}

function columnsOf(onRestored: (app: UninstalledApp) => void): Column<UninstalledApp>[] {
  return [
    {
      title: installedTexts.app,
      cell: ({ name, title }) => <AppLink name={name}>{title}</AppLink>,
    },
    { title: installedTexts.version, cell: ({ version }) => version },
    {
      title: installedTexts.uninstalledAt,
      cell: ({ uninstalledAt }) => <Day at={uninstalledAt} />,
    },
    {
      title: installedTexts.restorableUntil,
      cell: ({ restorableUntil }) => <Day at={restorableUntil} />,
    },
    {
      title: installedTexts.actions,
      isActions: true,
      cell: (app) => <RestoreButton app={app} onRestored={onRestored} />,
    },
  ];
}
