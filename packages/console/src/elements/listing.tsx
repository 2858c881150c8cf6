import { useEffect, useEffectEvent } from 'react';
import { Button } from './button.tsx';
import { RefusalNotice } from './notices.tsx';
import { elementTexts } from './texts.ts';

/** Of an infinite query: what follows the pages that were read. */
export type Listing = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => Promise<unknown>;
};

/** Loads the next page of a listing, where there is one. */
export function LoadMore({
  listing,
}: {
  listing: Omit<Listing, 'isFetchNextPageError' | 'error'>;
}) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = listing;
  if (!hasNextPage) return null;
  return (
    <Button look="quiet" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {isFetchingNextPage ? elementTexts.working : elementTexts.more}
    </Button>
  );
}

/** In place of a next page that could not be read. */
export function ReadOnRefused({ listing: { error, fetchNextPage } }: { listing: Listing }) {
  return (
    <>
      <RefusalNotice error={error} />
      <Button look="quiet" onClick={() => void fetchNextPage()}>
        {elementTexts.again}
      </Button>
    </>
  );
}

/** Reads the next page where it is due, unless the last attempt failed. */
export function useReadOn(
  { isFetchingNextPage, isFetchNextPageError, fetchNextPage }: Listing,
  isDue: boolean,
) {
  const readOn = useEffectEvent(() => void fetchNextPage());
  const mayRead = isDue && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (mayRead) readOn();
  }, [mayRead]);
}
