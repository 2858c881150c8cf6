import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCloseDialog } from '../elements/dialogs.tsx';
import { EmptyState } from '../elements/notices.tsx';
import { SectionPage } from '../settings/settings-layout.tsx';
import { type Webhook, webhooksQuery } from './queries.ts';
import { webhookTexts } from './texts.ts';
import { CreateWebhookDialog } from './webhook-form.tsx';
import { WebhookTable } from './webhook-table.tsx';

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
        <EmptyState title={webhookTexts.none} advice={webhookTexts.noneAdvice}>
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
