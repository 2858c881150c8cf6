import { pages } from '@app-platform/client/source';

/** A listing is never shown longer. */
const MOST = 1_000;

/** The items of a listing, page by page. */
export async function readAll<Item>(load: Parameters<typeof pages<Item>>[0]): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of pages(load)) {
    items.push(item);
    if (items.length >= MOST) break;
  }
  return items;
}
