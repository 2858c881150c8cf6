import { missingRoles, roles } from '@app-platform/contracts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import type { App } from '../directory/queries.ts';
import { CopyButton } from '../elements/copy-button.tsx';
import { elementTexts } from '../texts/elements.ts';
import { accessTexts } from '../texts/my-apps.ts';
import { useOwnApp } from './own-app.ts';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';
import { SignInTrial } from './sign-in-trial.tsx';

const route = getRouteApi('/my-apps/$name/access');

/** How the app signs people in: its client id, redirect URIs and secret. */
export function AccessSection() {
  const app = useOwnApp();
  const { dialog } = route.useSearch();
  return (
    <div className="stack">
      <section className="card">
        <h2>{accessTexts.clientId}</h2>
        <p className="copied-text">
          <code>{app.clientId}</code>
          <CopyButton text={app.clientId} />
        </p>
      </section>
      <RedirectUris app={app} />
      <Secret app={app} />
      <SignInTrial app={app} />
      {dialog === 'rotate' && <RotateSecretDialog app={app} />}
    </div>
  );
}

function RedirectUris({ app }: { app: App }) {
  const { name, visibility, redirectUris = [] } = app;
  const isPermitted = useCaller().holds(roles.apps);
  return (
    <section className="card">
      <h2>{accessTexts.redirectUris}</h2>
      <p>{accessTexts.redirectMeaning}</p>
      {redirectUris.length === 0 ? (
        <p className="muted">{accessTexts.noRedirectUris}</p>
      ) : (
        <ul>
          {redirectUris.map((uri) => (
            <li key={uri}>
              <code>{uri}</code>
            </li>
          ))}
        </ul>
      )}
      {isPermitted && (
        <Link
          className="button quiet"
          to="/my-apps/$name/edit"
          params={{ name }}
          search={{ visibility, at: '/redirectUris' }}
        >
          {accessTexts.changeRedirectUris}
        </Link>
      )}
    </section>
  );
}

function Secret({ app: { name, visibility } }: { app: App }) {
  const caller = useCaller();
  const missing = missingRoles(caller.roles, { all: [roles.apps, roles.appPermissions] });
  return (
    <section className="card">
      <h2>{accessTexts.secret}</h2>
      <p>{accessTexts.secretMeaning}</p>
      {missing.length > 0 ? (
        <p className="notice">{elementTexts.secretRolesMissing(missing.join(', '))}</p>
      ) : (
        <Link
          className="button quiet"
          to="/my-apps/$name/access"
          params={{ name }}
          search={{ visibility, dialog: 'rotate' }}
          resetScroll={false}
        >
          {accessTexts.rotate}
        </Link>
      )}
    </section>
  );
}
