import { unwrap } from '@app-platform/client/source';
import { roles } from '@app-platform/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-write.ts';
import { ActionDialog, useCloseDialog } from '../elements/dialogs.tsx';
import { useIsShown } from '../elements/use-is-shown.ts';
import { SectionPage } from '../settings/settings-layout.tsx';
import { Page } from '../shell/page.tsx';
import { type Webhook, webhookQuery } from './queries.ts';
import { webhookTexts } from './texts.ts';
import { ChangeWebhookDialog } from './webhook-form.tsx';
import { WebhookSecretDialog, WebhookView } from './webhook-view.tsx';

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

/** Deletes a webhook of the organization. */
function DeleteWebhookDialog(props: { webhook: Webhook; onClose: () => void }) {
  const { id, attributes } = props.webhook;
  const params = { path: { id } };
  const navigate = useNavigate();
  const isShown = useIsShown();
  // The page of a deleted webhook has nothing to read any more.
  const leave = () => {
    if (isShown()) void navigate({ to: '/settings/webhooks', replace: true });
  };
  const mutation = useChange(
    ['webhooks', 'list'],
    () => unwrap(registry.DELETE('/v1/webhooks/{id}', { params })),
    leave,
  );
  return (
    <ActionDialog
      title={webhookTexts.deleteTitle}
      action={webhookTexts.delete}
      isDanger
      mutation={mutation}
      onClose={props.onClose}
    >
      <p>{webhookTexts.deleteConsequence(attributes.url)}</p>
    </ActionDialog>
  );
}
