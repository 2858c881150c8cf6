import { roles } from '@app-platform/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { App } from '../directory/queries.ts';
import { EmptyState, RoleRequired } from '../elements/notices.tsx';
import { webhookQuery, webhooksQuery } from '../webhooks/queries.ts';
import { webhookTexts } from '../webhooks/texts.ts';
import { WebhookTable } from '../webhooks/webhook-table.tsx';
import { WebhookSecretDialog, WebhookView } from '../webhooks/webhook-view.tsx';
import { useOwnApp } from './queries.ts';

/** The webhooks that an own app declares. */
export function WebhooksSection() {
  const app = useOwnApp();
  return (
    <RoleRequired roles={[roles.apps]}>
      <Webhooks app={app} />
    </RoleRequired>
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
    <EmptyState title={webhookTexts.noneOfApp} advice={webhookTexts.noneOfAppAdvice}>
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

const route = getRouteApi('/my-apps/$name/webhooks/$id');

/** A webhook: what was sent to it, and what its receiver answered. */
export function WebhookSection() {
  return (
    <RoleRequired roles={[roles.apps]}>
      <WebhookPage />
    </RoleRequired>
  );
}

function WebhookPage() {
  const { id } = route.useParams();
  const { dialog } = route.useSearch();
  const { name, visibility } = useOwnApp();
  const { data: webhook } = useSuspenseQuery(webhookQuery(id));
  return (
    <section>
      <p>
        <Link to="/my-apps/$name/webhooks" params={{ name }} search={{ visibility }}>
          {webhookTexts.backToWebhooks}
        </Link>
      </p>
      <WebhookView webhook={webhook} level={2} />
      {dialog === 'secret' && <WebhookSecretDialog webhook={webhook} />}
    </section>
  );
}
