import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Fragment, useEffect, useRef, useState } from 'react';
import { Cells, type DataTableProps, TableHead } from './data-table.tsx';
import { type Listing, ReadOnRefused, useReadOn } from './listing.tsx';
import { elementTexts } from './texts.ts';

/** Rows beyond the window on each side. The Tab key leads to them, which scrolls. */
const MARGIN_ROWS = 15;
/** The next page is read where so few rows are left. */
const ROWS_LEFT = 40;
const USUAL_HEIGHT = 80;

type WindowedTableProps<Row> = DataTableProps<Row> & {
  className: string;
  listing: Listing;
  /** A longer listing is not read further. */
  most: number;
  /** What is said of all rows, and where there are more than `most`. */
  ended: (count: number, hasMore: boolean) => string;
};

/**
 * A table of any length: only the rows near the window are in the document, and those that follow are read
 * while the person scrolls.
 */
export function WindowedTable<Row extends { id: string }>(props: WindowedTableProps<Row>) {
  const { caption, columns, rows, className, listing } = props;
  const mayReadOn = listing.hasNextPage && rows.length < props.most;
  return (
    <>
      <div className="data-table-frame">
        <table
          className={`data-table windowed ${className}`}
          aria-rowcount={listing.hasNextPage ? -1 : rows.length + 1}
        >
          <caption className="visually-hidden">{caption}</caption>
          <TableHead columns={columns} />
          <Window columns={columns} rows={rows} listing={listing} mayReadOn={mayReadOn} />
        </table>
      </div>
      <p className="hint" role="status">
        {mayReadOn
          ? elementTexts.readingOn(rows.length)
          : props.ended(rows.length, listing.hasNextPage)}
      </p>
      {listing.isFetchNextPageError && <ReadOnRefused listing={listing} />}
    </>
  );
}

type WindowProps<Row> = Pick<WindowedTableProps<Row>, 'columns' | 'rows' | 'listing'> & {
  mayReadOn: boolean;
};

/** The rows near the window. */
function Window<Row extends { id: string }>(props: WindowProps<Row>) {
  const { columns, rows, listing, mayReadOn } = props;
  const { body, virtualizer, items } = useWindowOf(rows);
  const lastIndex = items.at(-1)?.index ?? 0;
  useReadOn(listing, mayReadOn && rows.length - lastIndex < ROWS_LEFT);
  const { scrollMargin } = virtualizer.options;
  const end = items.at(-1)?.end ?? scrollMargin;
  return (
    <tbody ref={body}>
      {items.map(({ index, key, start }, position) => {
        const row = rows[index];
        const before = items[position - 1]?.end ?? scrollMargin;
        return (
          row && (
            <Fragment key={key}>
              <Spacer height={start - before} columns={columns.length} />
              <tr ref={virtualizer.measureElement} data-index={index} aria-rowindex={index + 2}>
                <Cells columns={columns} row={row} />
              </tr>
            </Fragment>
          )
        );
      })}
      <Spacer height={virtualizer.getTotalSize() + scrollMargin - end} columns={columns.length} />
    </tbody>
  );
}

/** In place of rows that are not in the document. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height < 1) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr className="spacer" aria-hidden="true">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

function useWindowOf(rows: readonly { id: string }[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // What is above the table may grow and shrink.
  useEffect(() => {
    const { top = 0 } = body.current?.getBoundingClientRect() ?? {};
    setScrollMargin(Math.round(top + window.scrollY));
  });
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: MARGIN_ROWS,
    scrollMargin,
    // The row that has the focus stays, so that the keyboard goes on from there.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(startIndex - overscan, 0);
      const last = Math.min(endIndex + overscan, count - 1);
      const near = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      const focused = focusedIndex(body.current);
      if (focused === undefined || (focused >= first && focused <= last)) return near;
      return [...near, focused].sort((one, other) => one - other);
    },
  });
  return { body, virtualizer, items: virtualizer.getVirtualItems() };
}

function focusedIndex(body: HTMLElement | null): number | undefined {
  const row = document.activeElement?.closest('tr[data-index]');
  if (!row || !body?.contains(row)) return undefined;
  return Number(row.getAttribute('data-index'));
}
