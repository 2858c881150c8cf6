import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { EmptyState } from '../elements/empty-state.tsx';
import { useCloseDialog } from '../elements/use-close-dialog.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import { CreateWebhookDialog } from '../webhooks/create-webhook-dialog.tsx';
import { type Webhook, webhooksQuery } from '../webhooks/queries.ts';
import { WebhookTable } from '../webhooks/webhook-table.tsx';
import { SectionPage } from './section-page.tsx';

const route = getRouteApi('/settings/webhooks');

/** The organization's webhooks, and those that its apps declare. */
export function WebhooksPage() {
  return (
    <SectionPage section="webhooks" actions={<CreateWebhookLink />}>
      <Webhooks />
    </SectionPage>
  );
}

function CreateWebhookLink() {
  return (
    <Link className="button" to="/settings/webhooks" search={{ dialog: 'create' }}>
      {webhookTexts.create}
    </Link>
  );
}

function Webhooks() {
  const { dialog } = route.useSearch();
  const { data: webhooks } = useSuspenseQuery(webhooksQuery);
  const close = useCloseDialog('dialog');
  return (
    <>
      {webhooks.length === 0 ? (
        <EmptyState title={webhookTexts.none}>
          <p>{webhookTexts.noneAdvice}</p>
          <CreateWebhookLink />
        </EmptyState>
      ) : (
        <WebhookTable caption={webhookTexts.all} webhooks={webhooks} link={webhookLink} />
      )}
      {dialog === 'create' && <CreateWebhookDialog onClose={close} />}
    </>
  );
}

function webhookLink({ id, attributes: { url, app } }: Webhook) {
  return (
    <>
      <Link to="/settings/webhooks/$id" params={{ id }}>
        {url}
      </Link>
      {app && <span className="secondary">{webhookTexts.declaredBy(app)}</span>}
    </>
  );
}
