import '@app-platform/style/tokens.css';
import '@app-platform/style/elements.css';
import './console.css';
import './elements/elements.css';
import { restoreSession } from './session/restore-session.ts';

// Loads the pages after the sign-in.
if ((await restoreSession()) === 'ready') {
  const { showConsole } = await import('./show-console.tsx');
  showConsole();
}
