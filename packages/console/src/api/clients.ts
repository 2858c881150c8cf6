import { createOauthClient, createRegistryClient, pages } from '@app-platform/client/source';
import { accessToken } from '../session/access-token.ts';
import { baseUrl, oauthUrl } from '../session/addresses.ts';
import { signIn } from '../session/authorization.ts';
import { connection } from './connection.ts';

/** A refused token is not renewed here: a new sign-in leaves the page. See `query-client.ts`. */
const credential = {
  token: async () => accessToken() ?? (await signIn()),
  renew: async (refused: string) => refused,
};

/** A longer wait is the console's: it says so, and repeats what failed. See `connection.ts`. */
const sending = { credential, fetch: connection.fetch, attempts: 3, longestWaitSeconds: 1 };

export const registry = createRegistryClient({ baseUrl: baseUrl(), ...sending });

export const oauth = createOauthClient({ oauthUrl: oauthUrl(), ...sending });

/** A listing is never shown longer. */
const MOST = 1_000;
const PAGE_SIZE = 100;

type Page = { 'page[size]': number; 'page[after]'?: string };

/** All items of a listing, read page by page. @param load loads a page with these query parameters */
export async function readAll<Item>(
  load: (page: Page) => ReturnType<Parameters<typeof pages<Item>>[0]>,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of pages<Item>((page) => load({ 'page[size]': PAGE_SIZE, ...page }))) {
    items.push(item);
    if (items.length >= MOST) break;
  }
  return items;
}

type Listing = { meta: { page: { after: string | null } } };

/** The options of an infinite query, whose page parameter is the `after` of `pageAfter`. */
export const pagination = {
  initialPageParam: '',
  getNextPageParam: ({ meta }: Listing) => meta.page.after ?? undefined,
};

/** The query parameters of a page. @param after empty for the first page */
export function pageAfter(after: string, size = 50): Page {
  return { 'page[size]': size, ...(after && { 'page[after]': after }) };
}
