import { roles } from '@app-platform/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import { useCloseDialog } from '../elements/use-close-dialog.ts';
import { Page } from '../layout/page.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import { ChangeWebhookDialog } from '../webhooks/change-webhook-dialog.tsx';
import { DeleteWebhookDialog } from '../webhooks/delete-webhook-dialog.tsx';
import { type Webhook, webhookQuery } from '../webhooks/queries.ts';
import { WebhookSecretDialog } from '../webhooks/webhook-secret-dialog.tsx';
import { WebhookView } from '../webhooks/webhook-view.tsx';
import { SectionPage } from './section-page.tsx';

const route = getRouteApi('/settings/webhooks/$id');

/** A webhook: change it, see what was sent to it, delete it. */
export function WebhookPage() {
  const caller = useCaller();
  if (!caller.holds(roles.apps)) return <SectionPage section="webhooks">{null}</SectionPage>;
  return <KnownWebhook />;
}

function KnownWebhook() {
  const { id } = route.useParams();
  const { data: webhook } = useSuspenseQuery(webhookQuery(id));
  const { url, app } = webhook.attributes;
  return (
    <Page title={url} heading={<BackToWebhooks />}>
      {app !== null && <Declared app={app} />}
      <WebhookView webhook={webhook} level={1}>
        {app === null && <ChangeLinks id={id} />}
      </WebhookView>
      <WebhookDialogs webhook={webhook} />
    </Page>
  );
}

function Declared({ app }: { app: string }) {
  return (
    <p className="notice">
      {webhookTexts.declared}{' '}
      <Link to="/my-apps/$name/webhooks" params={{ name: app }}>
        {webhookTexts.toApp}
      </Link>
    </p>
  );
}

function BackToWebhooks() {
  return (
    <p>
      <Link to="/settings/webhooks">{webhookTexts.backToWebhooks}</Link>
    </p>
  );
}

function ChangeLinks({ id }: { id: string }) {
  const link = { to: '/settings/webhooks/$id', params: { id }, resetScroll: false } as const;
  return (
    <>
      <Link className="button quiet" {...link} search={{ dialog: 'change' }}>
        {webhookTexts.change}
      </Link>
      <Link className="button danger" {...link} search={{ dialog: 'delete' }}>
        {webhookTexts.delete}
      </Link>
    </>
  );
}

function WebhookDialogs({ webhook }: { webhook: Webhook }) {
  const { dialog } = route.useSearch();
  const close = useCloseDialog('dialog');
  if (dialog === 'secret') return <WebhookSecretDialog webhook={webhook} />;
  if (webhook.attributes.app !== null) return null;
  if (dialog === 'change') return <ChangeWebhookDialog webhook={webhook} onClose={close} />;
  if (dialog === 'delete') return <DeleteWebhookDialog webhook={webhook} onClose={close} />;
  return null;
}
