import MiniSearch, { type SearchResult } from 'minisearch';
import { searchOptions } from './search-options.ts';

const MOST_RESULTS = 20;

type Search = (text: string) => SearchResult[];

/** Shows results below the field while somebody types. */
export function setUpSearch(element: HTMLElement): void {
  const field = element.querySelector<HTMLInputElement>('input');
  const results = element.querySelector<HTMLElement>('.results');
  const status = element.querySelector<HTMLElement>('[role=status]');
  const list = element.querySelector('ul');
  if (!field || !results || !status || !list) return;
  const index = searchIndexAt(element.dataset.index ?? '');
  const close = () => {
    results.hidden = true;
  };
  const show = async () => {
    try {
      const search = await index();
      // Read after the wait: somebody may have typed on.
      const text = field.value.trim();
      if (text === '' || !element.contains(document.activeElement)) return close();
      const found = search(text);
      status.textContent = describe(found.length);
      list.replaceChildren(...found.slice(0, MOST_RESULTS).map(itemOf));
    } catch {
      status.textContent = 'The search cannot be loaded. Type again to try once more.';
      list.replaceChildren();
    }
    results.hidden = false;
  };
  field.addEventListener('keydown', ({ key }) => {
    if (key !== 'Enter') return;
    // Enter follows only a result that is shown.
    if (results.hidden) void show();
    else list.querySelector('a')?.click();
  });
  element.addEventListener('keydown', (event) => {
    moveFocus(event, element);
    if (event.key !== 'Escape') return;
    close();
    field.focus();
  });
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !element.contains(relatedTarget)) close();
  });
  field.addEventListener('input', () => void show());
  field.addEventListener('focus', ({ relatedTarget }) => {
    const isFromResults = relatedTarget instanceof Node && results.contains(relatedTarget);
    if (!isFromResults) void show();
  });
  void show();
}

/** @returns the index, read at the first call; after a failure the next call reads it again */
function searchIndexAt(address: string): () => Promise<Search> {
  let reading: Promise<Search> | undefined;
  return () => {
    reading ??= readIndex(address).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

async function readIndex(address: string): Promise<Search> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} is answered with ${response.status}.`);
  const index = MiniSearch.loadJSON(await response.text(), searchOptions);
  return (text) => {
    const all = index.search(text);
    return all.length > 0 ? all : index.search(text, { combineWith: 'OR' });
  };
}

function itemOf({ path, title, page }: SearchResult): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = String(path);
  link.textContent = String(title);
  const where = document.createElement('span');
  where.className = 'muted';
  where.textContent = String(page);
  link.append(' ', where);
  item.append(link);
  return item;
}

function describe(count: number): string {
  if (count === 0) return 'No results';
  if (count > MOST_RESULTS) return `The best ${MOST_RESULTS} of ${count} results`;
  return count === 1 ? '1 result' : `${count} results`;
}

/** The arrow keys move between the field and the results. */
function moveFocus(event: KeyboardEvent, element: HTMLElement): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const places = [...element.querySelectorAll<HTMLElement>('input, .results:not([hidden]) a')];
  const at = places.findIndex((one) => one === document.activeElement);
  places[at + step]?.focus();
  event.preventDefault();
}
