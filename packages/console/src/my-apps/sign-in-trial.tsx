import { roles as knownRoles } from '@app-platform/contracts';
import { CopyButton } from '../elements/copy-button.tsx';
import { oauthUrl } from '../settings.ts';
import { accessTexts } from '../texts/my-apps.ts';
import type { OwnApp } from './own-app.ts';

/** The address to which the app sends the browser of a user, to try it without the app. */
export function SignInTrial({ app }: { app: OwnApp }) {
  const [redirectUri] = app.redirectUris ?? [];
  if (redirectUri === undefined) return null;
  const address = authorizationAddress(app, redirectUri);
  return (
    <section className="card">
      <h2>{accessTexts.signIn}</h2>
      <p>{accessTexts.signInMeaning}</p>
      <p className="copied-text">
        <code>{address}</code>
        <CopyButton text={address} />
      </p>
      <a className="button quiet" href={address}>
        {accessTexts.trySignIn}
      </a>
    </section>
  );
}

/** RFC 6749 section 4.1.1. */
function authorizationAddress({ clientId, roles }: OwnApp, redirectUri: string): string {
  const declared = (roles ?? []).map(String);
  const scopes = declared.length > 0 ? declared : [knownRoles.appPermissions];
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: [...scopes, 'offline_access'].join(' '),
    state: 'console',
  });
  return `${oauthUrl()}/oauth/authorize?${query}`;
}
