import { type FirstPartyClient, firstPartyCeilings } from './first-party-clients.ts';
import { roles } from './roles.ts';

/** Where the registry serves the console. */
export const CONSOLE_PATH = '/console';

/** The OAuth client of the console. Pages of the documentation sign in with it too. */
export const consoleClient = 'console' satisfies FirstPartyClient;

/**
 * The roles that it asks for: those that pages need, and those above them, since a user can only grant roles that the
 * user's own token has. The OAuth service grants those that the user holds.
 */
export const consoleScopes: readonly string[] = [
  ...firstPartyCeilings.console.declared,
  ...Object.values(roles),
];

/** The path of its redirect URI, at the registry's public address. */
export const CONSOLE_CALLBACK_PATH = `${CONSOLE_PATH}/callback`;

/**
 * Keys of the session storage. A page of the documentation keeps under `started` the sign-in that it began, a
 * `DocumentationSignIn`. The console, where the sign-in comes back, puts the answer under `answer` and opens the page.
 */
export const documentationSignInKeys = {
  started: 'documentation sign-in',
  answer: 'documentation answer',
} as const;

/** It holds no token and no API key. */
export type DocumentationSignIn = {
  state: string;
  verifier: string;
  /** The path of the page that began it. */
  returnTo: string;
  /** What the reader has typed. */
  input: unknown;
};
