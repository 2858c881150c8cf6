import { unwrap } from '@app-platform/client/source';
import { missingRoles, roles } from '@app-platform/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCaller } from '../api/caller.ts';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-write.ts';
import type { App } from '../directory/queries.ts';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { ActionDialog, useCloseDialog } from '../elements/dialogs.tsx';
import { Moment } from '../elements/moment.tsx';
import {
  CopyButton,
  type Hours,
  OverlapField,
  ShownOnce,
  secondsOf,
} from '../elements/secrets.tsx';
import { elementTexts } from '../elements/texts.ts';
import { oauthUrl } from '../session/addresses.ts';
import { type ClientSecret, type OwnApp, secretsQuery, useOwnApp } from './queries.ts';
import { accessTexts } from './texts.ts';

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

function Secret({ app }: { app: App }) {
  const { name, visibility } = app;
  const caller = useCaller();
  const missing = missingRoles(caller.roles, { all: [roles.apps, roles.appPermissions] });
  return (
    <section className="card">
      <h2>{accessTexts.secret}</h2>
      <p>{accessTexts.secretMeaning}</p>
      {caller.holds(roles.apps) && <SecretList app={app} />}
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

/** The client secrets that are valid: when each was made, and when it ends. */
function SecretList({ app: { name, visibility } }: { app: App }) {
  const { data: secrets } = useSuspenseQuery(secretsQuery(name, visibility));
  if (secrets.length === 0) return <p className="muted">{accessTexts.noSecret}</p>;
  return <DataTable caption={accessTexts.secretsCaption} columns={columns} rows={secrets} />;
}

const columns: Column<ClientSecret>[] = [
  { title: accessTexts.made, cell: ({ attributes }) => <Moment at={attributes.createdAt} /> },
  {
    title: accessTexts.ends,
    cell: ({ attributes }) => <Moment at={attributes.endsAt} none={accessTexts.endsNever} />,
  },
];

/** Makes a client secret and shows it once: it is in the state of this component alone. */
function RotateSecretDialog({ app }: { app: App }) {
  const { name, visibility } = app;
  const [hours, setHours] = useState<Hours>('8');
  const [secret, setSecret] = useState<string>();
  const close = useCloseDialog('dialog');
  const mutation = useChange(['apps'], async (once) => {
    const params = { path: { app: name }, query: { visibility } };
    const body = { overlapSeconds: secondsOf(hours) };
    const path = '/v1/apps/available/{app}/secret';
    const { data } = await unwrap(registry.POST(path, once({ params, body })));
    setSecret(data.attributes.clientSecret);
  });
  if (secret !== undefined) {
    const { shownTitle, secret: label } = accessTexts;
    return <ShownOnce title={shownTitle} label={label} value={secret} onClose={close} />;
  }
  return (
    <ActionDialog
      title={accessTexts.rotateTitle}
      action={accessTexts.rotate}
      mutation={mutation}
      onClose={close}
    >
      <p>{accessTexts.secretMeaning}</p>
      <OverlapField hours={hours} onChange={setHours} />
    </ActionDialog>
  );
}

/** The address to which the app sends the browser of a user, to try it without the app. */
function SignInTrial({ app }: { app: OwnApp }) {
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
function authorizationAddress(
  { clientId, roles: declaredRoles }: OwnApp,
  redirectUri: string,
): string {
  const declared = (declaredRoles ?? []).map(String);
  const scopes = declared.length > 0 ? declared : [roles.appPermissions];
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: [...scopes, 'offline_access'].join(' '),
    state: 'console',
  });
  return `${oauthUrl()}/oauth/authorize?${query}`;
}
