import { elementTexts } from '../texts/elements.ts';

type Listing = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** Loads the next page of a listing, where there is one. */
export function LoadMore({ listing }: { listing: Listing }) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = listing;
  if (!hasNextPage) return null;
  return (
    <button
      className="button quiet"
      type="button"
      aria-disabled={isFetchingNextPage}
      onClick={() => !isFetchingNextPage && void fetchNextPage()}
    >
      {isFetchingNextPage ? elementTexts.working : elementTexts.more}
    </button>
  );
}
