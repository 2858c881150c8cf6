import { roles } from '@app-platform/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import type { App } from '../directory/queries.ts';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { EmptyState } from '../elements/empty-state.tsx';
import { Moment } from '../elements/moment.tsx';
import { RoleMissing } from '../elements/role-missing.tsx';
import { webhookTexts } from '../texts/my-apps.ts';
import { useOwnApp } from './own-app.ts';
import { type Webhook, webhooksQuery } from './queries.ts';
import { WebhookState } from './webhook-state.tsx';

/** The webhooks that an own app declares, and those of the organization. */
export function WebhooksSection() {
  const app = useOwnApp();
  return useCaller().holds(roles.apps) ? (
    <Webhooks app={app} />
  ) : (
    <RoleMissing roles={[roles.apps]} />
  );
}

function Webhooks({ app }: { app: App }) {
  const { data: webhooks } = useSuspenseQuery(webhooksQuery);
  const ofApp = webhooks.filter(({ attributes }) => attributes.app === app.name);
  const ofOrganization = webhooks.filter(({ attributes }) => attributes.app === null);
  const columns = columnsOf(app);
  const keyOf = ({ id }: Webhook) => id;
  return (
    <>
      <section>
        <h2>{webhookTexts.ofApp}</h2>
        {ofApp.length === 0 ? (
          <NoWebhooks app={app} />
        ) : (
          <DataTable caption={webhookTexts.ofApp} columns={columns} rows={ofApp} keyOf={keyOf} />
        )}
      </section>
      {ofOrganization.length > 0 && (
        <section>
          <h2>{webhookTexts.ofOrganization}</h2>
          <DataTable
            caption={webhookTexts.ofOrganization}
            columns={columns}
            rows={ofOrganization}
            keyOf={keyOf}
          />
        </section>
      )}
    </>
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

function columnsOf({ name, visibility }: App): Column<Webhook>[] {
  return [
    {
      title: webhookTexts.url,
      cell: ({ id, attributes }) => (
        <>
          <Link to="/my-apps/$name/webhooks/$id" params={{ name, id }} search={{ visibility }}>
            {attributes.url}
          </Link>
          <span className="secondary">{attributes.description}</span>
        </>
      ),
    },
    {
      title: webhookTexts.status,
      cell: ({ attributes }) => <WebhookState webhook={attributes} />,
    },
    { title: webhookTexts.events, cell: ({ attributes }) => attributes.events.join(', ') },
    {
      title: webhookTexts.lastSuccess,
      cell: ({ attributes }) => <Moment at={attributes.lastSuccessAt} none={webhookTexts.never} />,
    },
  ];
}
