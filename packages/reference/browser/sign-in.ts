import { beginSignIn, exchangeCode } from '@app-platform/console-sign-in';
import { type DocumentationSignIn, documentationSignInKeys } from '@app-platform/contracts';
import { type Installation, readInstallation } from './installation.ts';

/** Of this page alone: it is in no storage, and ends with the page. */
let accessToken: string | undefined;

export function signedInToken(): string | undefined {
  return accessToken;
}

export function forgetToken(): void {
  accessToken = undefined;
}

/**
 * Leaves for the OAuth service, which comes back at once where the reader is signed in.
 * @param input is given back by `finishSignIn`
 */
export async function signIn(installation: Installation, input: unknown): Promise<never> {
  const { address, state, verifier } = await beginSignIn(addressesOf(installation));
  const started: DocumentationSignIn = { state, verifier, returnTo: location.pathname, input };
  // One for each tab: it replaces one that was abandoned.
  sessionStorage.setItem(documentationSignInKeys.started, JSON.stringify(started));
  location.assign(address);
  return new Promise<never>(() => undefined);
}

/** How the sign-in that this page began has ended. An abandoned one gives the input back too. */
export type Returned = { outcome?: 'signed-in' | 'abandoned'; input?: unknown; failure?: string };

/** Completes the sign-in that this tab began, if one has come back, and removes it from the storage. */
export async function finishSignIn(): Promise<Returned> {
  const stored = take(documentationSignInKeys.started);
  const answer = take(documentationSignInKeys.answer);
  if (stored === null) return {};
  const { state, verifier, returnTo, input } = JSON.parse(stored) as DocumentationSignIn;
  if (returnTo !== location.pathname) return {};
  if (answer === null) return { outcome: 'abandoned', input };
  try {
    const parameters = new URLSearchParams(answer);
    const addresses = addressesOf(await readInstallation());
    ({ access_token: accessToken } = await exchangeCode(addresses, parameters, {
      state,
      verifier,
    }));
    return { outcome: 'signed-in', input };
  } catch (error) {
    return { input, failure: `The sign-in failed: ${reasonOf(error)}` };
  }
}

function take(key: string): string | null {
  const value = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return value;
}

function addressesOf({ registry, oauth }: Installation) {
  return { registry: registry ?? '', oauth: oauth ?? '' };
}

function reasonOf(error: unknown): string {
  if (error instanceof Error) {
    const { error_description: description } = error as { error_description?: string };
    return description ?? error.message;
  }
  return String(error);
}
