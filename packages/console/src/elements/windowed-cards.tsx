import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Listing, ReadOnRefused, useReadOn } from './listing.tsx';

/** As `.app-cards` lays them out, in pixels. */
const LEAST_WIDTH = 320;
const GAP = 16;
const USUAL_HEIGHT = 150;
const MARGIN_ROWS = 4;
/** The next page is read where so few rows are left. */
const ROWS_LEFT = 6;

type WindowedCardsProps<Item> = {
  className: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  listing: Listing;
  /** A longer listing is not read further. */
  most: number;
  children: (item: Item) => ReactNode;
};

/**
 * Cards in columns, of a list of any length: only the rows near the window are in the document, and those that
 * follow are read while the person scrolls.
 */
export function WindowedCards<Item>(props: WindowedCardsProps<Item>) {
  const { className, items, idOf, listing, most, children } = props;
  const { list, columns, virtualizer } = useWindowOfRows(items.length);
  const rows = virtualizer.getVirtualItems();
  const { scrollMargin } = virtualizer.options;
  const first = (rows[0]?.index ?? 0) * columns;
  const end = ((rows.at(-1)?.index ?? -1) + 1) * columns;
  const rowsLeft = (items.length - end) / columns;
  useReadOn(listing, listing.hasNextPage && items.length < most && rowsLeft < ROWS_LEFT);
  const lastEnd = rows.at(-1)?.end ?? scrollMargin;
  return (
    <>
      <ul
        className={className}
        ref={list}
        style={{
          paddingTop: (rows[0]?.start ?? scrollMargin) - scrollMargin,
          paddingBottom: Math.max(virtualizer.getTotalSize() + scrollMargin - lastEnd, 0),
        }}
      >
        {items.slice(first, end).map((item, position) => {
          const index = first + position;
          const isFirstOfRow = index % columns === 0;
          return (
            <li
              key={idOf(item)}
              aria-setsize={listing.hasNextPage ? -1 : items.length}
              aria-posinset={index + 1}
              data-index={index / columns}
              ref={isFirstOfRow ? virtualizer.measureElement : undefined}
            >
              {children(item)}
            </li>
          );
        })}
      </ul>
      {listing.isFetchNextPageError && <ReadOnRefused listing={listing} />}
    </>
  );
}

function useWindowOfRows(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const [columns, setColumns] = useState(1);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () =>
      setColumns(Math.max(1, Math.floor((element.clientWidth + GAP) / (LEAST_WIDTH + GAP))));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  // What is above the list may grow and shrink.
  useEffect(() => {
    const { top = 0 } = list.current?.getBoundingClientRect() ?? {};
    setScrollMargin(Math.round(top + window.scrollY));
  });
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(count / columns),
    estimateSize: () => USUAL_HEIGHT,
    gap: GAP,
    overscan: MARGIN_ROWS,
    scrollMargin,
  });
  return { list, columns, virtualizer };
}
