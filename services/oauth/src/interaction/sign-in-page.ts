import type { UpstreamSignIn } from '../accounts/upstream/upstream-sign-in.ts';
import type { ClientAdapter } from '../provider/client-adapter.ts';
import type { CsrfTokens } from './csrf.ts';
import type { InteractionDetails } from './finish-sign-in.ts';
import { texts } from './page-texts.ts';
import { renderPage } from './pages.ts';
import { signInTarget } from './shown-app.ts';

export type SignInPageDependencies = {
  clients: ClientAdapter;
  /** The registry's public address. */
  audience: string;
  csrf: CsrfTokens;
  upstream: UpstreamSignIn | undefined;
};

/** Why the page is shown again. */
export type SignInFault = 'refused' | 'choiceEnded';

/** The sign-in page of an authorization request. */
export async function signInPage(
  dependencies: SignInPageDependencies,
  details: InteractionDetails,
  { fault, email = hintOf(details) }: { fault?: SignInFault | undefined; email?: string } = {},
): Promise<string> {
  const { uid, params } = details;
  const target = await signInTarget(dependencies, String(params.client_id));
  const shared = { title: texts.signIn.title, csrf: dependencies.csrf.issue(uid), target };
  return renderSignIn(dependencies, {
    ...shared,
    action: `/interaction/${uid}/${dependencies.upstream ? 'upstream' : 'sign-in'}`,
    email,
    fault,
  });
}

type SignInForm = Omit<Parameters<typeof renderPage<'sign-in'>>[1], 'fault'> & {
  fault: SignInFault | undefined;
};

/** The page with the fields, or with the button that leads to the upstream provider. */
export function renderSignIn(
  { upstream }: Pick<SignInPageDependencies, 'upstream'>,
  { fault, ...form }: SignInForm,
): string {
  const { refused, refusedUpstream, choiceEnded } = texts.signIn;
  const sentences = { refused: upstream ? refusedUpstream : refused, choiceEnded };
  const sentence = fault === undefined ? null : sentences[fault];
  return upstream
    ? renderPage('upstream-sign-in', { ...form, provider: upstream.providerName, fault: sentence })
    : renderPage('sign-in', { ...form, fault: sentence });
}

/** The address that the app expects. */
function hintOf({ params }: InteractionDetails): string {
  return typeof params.login_hint === 'string' ? params.login_hint : '';
}
