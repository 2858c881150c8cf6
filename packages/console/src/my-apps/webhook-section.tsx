import { roles } from '@app-platform/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import { RoleMissing } from '../elements/role-missing.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import { webhookQuery } from '../webhooks/queries.ts';
import { WebhookSecretDialog } from '../webhooks/webhook-secret-dialog.tsx';
import { WebhookView } from '../webhooks/webhook-view.tsx';
import { useOwnApp } from './own-app.ts';

const route = getRouteApi('/my-apps/$name/webhooks/$id');

/** A webhook: what was sent to it, and what its receiver answered. */
export function WebhookSection() {
  return useCaller().holds(roles.apps) ? <WebhookPage /> : <RoleMissing roles={[roles.apps]} />;
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
