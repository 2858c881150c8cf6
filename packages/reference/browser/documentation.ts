import { setUpConsole } from './request-console.ts';
import { finishSignIn } from './sign-in.ts';

const search = document.getElementById('search');
const requests = document.querySelector<HTMLElement>('.console');
let isSearchStarted = false;

if (search) {
  search.hidden = false;
  // The index is read when somebody searches.
  search.addEventListener('focusin', () => void startSearch(search));
}
const returned = await finishSignIn();
if (requests) setUpConsole(requests, returned);

/** Where its script cannot be loaded, the next focus tries again. */
async function startSearch(element: HTMLElement): Promise<void> {
  if (isSearchStarted) return;
  isSearchStarted = true;
  try {
    const { setUpSearch } = await import('./search.ts');
    setUpSearch(element);
  } catch (error) {
    isSearchStarted = false;
    throw error;
  }
}
