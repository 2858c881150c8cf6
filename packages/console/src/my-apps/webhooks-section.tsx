import { roles } from '@app-platform/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import type { App } from '../directory/queries.ts';
import { EmptyState } from '../elements/empty-state.tsx';
import { RoleMissing } from '../elements/role-missing.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import { webhooksQuery } from '../webhooks/queries.ts';
import { WebhookTable } from '../webhooks/webhook-table.tsx';
import { useOwnApp } from './own-app.ts';

/** The webhooks that an own app declares. */
export function WebhooksSection() {
  const app = useOwnApp();
  return useCaller().holds(roles.apps) ? (
    <Webhooks app={app} />
  ) : (
    <RoleMissing roles={[roles.apps]} />
  );
}

function Webhooks({ app }: { app: App }) {
  const { name, visibility } = app;
  const { data: webhooks } = useSuspenseQuery(webhooksQuery);
  const ofApp = webhooks.filter(({ attributes }) => attributes.app === name);
  return (
    <section>
      <h2>{webhookTexts.ofApp}</h2>
      {ofApp.length === 0 ? (
        <NoWebhooks app={app} />
      ) : (
        <WebhookTable
          caption={webhookTexts.ofApp}
          webhooks={ofApp}
          link={({ id, attributes }) => (
            <Link to="/my-apps/$name/webhooks/$id" params={{ name, id }} search={{ visibility }}>
              {attributes.url}
            </Link>
          )}
        />
      )}
      <p>
        <Link to="/settings/webhooks">{webhookTexts.ofOrganization}</Link>
      </p>
    </section>
  );
}

function NoWebhooks({ app: { name, visibility } }: { app: App }) {
  return (
    <EmptyState title={webhookTexts.noneOfApp}>
      <p>{webhookTexts.noneOfAppAdvice}</p>
      <Link
        className="button"
        to="/my-apps/$name/edit"
        params={{ name }}
        search={{ visibility, at: '/lifecycleWebhooks' }}
      >
        {webhookTexts.declare}
      </Link>
    </EmptyState>
  );
}
