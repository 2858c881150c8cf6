import { type Result, unwrap } from './platform-error.ts';

/** The parameter of the page to load; none of the first page. */
type PageParameter = { 'page[after]'?: string };
type Page<Item> = { data: Item[]; meta: { page: { after: string | null } } };
/** Of a page whose path is misspelt, so that the one error is about the path. */
// biome-ignore lint/suspicious/noExplicitAny: another type would cause a second error
type Unchecked = any;
type LoadPage<Loaded> = (page: PageParameter) => Promise<Result<Loaded>>;

/**
 * Every item of a listing. A page is loaded when its first item is asked for.
 * @param load loads a page: `(page) => client.GET('/v1/api-keys', { params: { query: { ...page } } })`
 * @throws PlatformError
 */
export async function* pages<Item = Unchecked>(
  load: LoadPage<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  for await (const { data } of eachPage(load)) yield* data;
}

/**
 * Every page of a listing as it is answered, with its `meta`. The next page is loaded when it is asked for.
 * @param load as for `pages`
 * @throws PlatformError
 */
export async function* eachPage<Loaded extends Page<unknown> = Page<Unchecked>>(
  load: LoadPage<Loaded>,
): AsyncGenerator<Loaded, void, undefined> {
  let after: string | null | undefined;
  while (after !== null) {
    const page = await unwrap(load(after === undefined ? {} : { 'page[after]': after }));
    yield page;
    after = page.meta.page.after;
  }
}
