import '@app-platform/style/tokens.css';
import '@app-platform/style/elements.css';
import './console.css';
import './elements/elements.css';
import { restoreSession } from './session/restore-session.ts';
import { button, showFailure } from './session/show-failure.ts';

const startTexts = {
  failed: 'The console was not loaded',
  reason: 'The platform cannot be reached. Try again in a moment.',
  again: 'Load again',
};

const loadPages = () => import('./show-console.tsx');

/** Shows the pages after the sign-in. Not awaited by this module: their scripts need it evaluated. */
async function start(): Promise<void> {
  // What cannot be preloaded is loaded again below.
  const preloadPages = () => {
    void loadPages().catch(() => undefined);
    // Chromium finds out once which languages it has dates in, and takes 20 ms. React Aria asks when it is evaluated.
    setTimeout(() => Intl.DateTimeFormat.supportedLocalesOf('en'));
  };
  if ((await restoreSession(preloadPages)) === 'failed') return;
  try {
    const { showConsole } = await loadPages();
    await showConsole();
  } catch (error) {
    console.error(error);
    const again = button(startTexts.again, 'button', () => location.reload());
    showFailure(startTexts.failed, startTexts.reason, [again]);
  }
}

void start();
