import { type Result, unwrap } from './platform-error.ts';

/** The parameter of the page to load; none of the first page. */
type PageParameter = { 'page[after]'?: string };
type Page<Item> = { data: Item[]; meta: { page: { after: string | null } } };

/**
 * Every item of a listing. A page is loaded when its first item is asked for.
 * @param load loads a page: `(page) => client.GET('/v1/api-keys', { params: { query: { ...page } } })`
 * @throws PlatformError
 */
export async function* pages<Item>(
  load: (page: PageParameter) => Promise<Result<Page<Item>>>,
): AsyncGenerator<Item, void, undefined> {
  let after: string | null | undefined;
  while (after !== null) {
    const { data, meta } = await unwrap(load(after === undefined ? {} : { 'page[after]': after }));
    yield* data;
    after = meta.page.after;
  }
}
