import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { App } from '../directory/queries.ts';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { ActivityPlot } from './activity-plot.tsx';
import { activityQuery, type HourOfActivity, type Kind, type Period } from './queries.ts';
import { activityTexts } from './texts.ts';

const kinds = Object.keys(activityTexts.kinds) as Kind[];

/** The counts of an hour, or of a day where the period has several. */
type Bar = { id: string; label: string } & Record<Kind, number | null>;

/** How often an app did something, as plots and as a table. */
export function ActivityCounts({ app, period }: { app: App; period: Period }) {
  const { data } = useSuspenseQuery(activityQuery(app.name, app.visibility, period));
  const bars = useMemo(() => barsOf(data.hours, period), [data.hours, period]);
  return (
    <section className="card">
      {!data.complete && <p className="notice bad">{activityTexts.incomplete}</p>}
      <div className="activity-plots">
        {kinds.map((kind) => (
          <Counted key={kind} kind={kind} bars={bars} period={period} />
        ))}
      </div>
      <p className="muted">{activityTexts.meaning}</p>
      <details>
        <summary>{activityTexts.table}</summary>
        <DataTable
          caption={activityTexts.periods[period]}
          columns={columns}
          rows={bars.toReversed()}
        />
      </details>
    </section>
  );
}

function Counted({ kind, bars, period }: { kind: Kind; bars: readonly Bar[]; period: Period }) {
  const values = useMemo(() => bars.map((bar) => bar[kind] ?? 0), [bars, kind]);
  const isKnown = bars.every((bar) => bar[kind] !== null);
  const total = values.reduce((sum, value) => sum + value, 0).toLocaleString();
  const count = isKnown ? total : activityTexts.unknown;
  const title = activityTexts.kinds[kind];
  return (
    <figure>
      <figcaption>
        <h2>{title}</h2>
        <p className={isKnown ? 'activity-total' : 'muted'}>{count}</p>
      </figcaption>
      {isKnown && (
        <>
          <ActivityPlot
            name={activityTexts.plot(title, activityTexts.periods[period], count)}
            values={values}
          />
          <p className="activity-range muted" aria-hidden="true">
            <span>{bars[0]?.label}</span>
            <span>{activityTexts.highest(Math.max(...values).toLocaleString())}</span>
            <span>{bars.at(-1)?.label}</span>
          </p>
        </>
      )}
    </figure>
  );
}

const columns: Column<Bar>[] = [
  { title: activityTexts.time, cell: ({ label }) => label },
  ...kinds.map((kind) => ({
    title: activityTexts.kinds[kind],
    cell: (bar: Bar) => bar[kind]?.toLocaleString() ?? activityTexts.unknown,
  })),
];

const hourFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** In the person's time zone. */
function barsOf(hours: readonly HourOfActivity[], period: Period): Bar[] {
  const format = period === 'day' ? hourFormat : dayFormat;
  const groups = Map.groupBy(hours, ({ hour }) => format.format(new Date(hour)));
  return [...groups].map(([label, group]) => {
    const counts = kinds.map((kind) => [kind, sumOf(group.map((one) => one[kind]))]);
    return { id: label, label, ...Object.fromEntries(counts) };
  });
}

/** @returns null where one is not known */
function sumOf(counts: readonly (number | null)[]): number | null {
  return counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
}
