import { roles } from '@app-platform/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import { RoleMissing } from '../elements/role-missing.tsx';
import { webhookTexts } from '../texts/my-apps.ts';
import { useOwnApp } from './own-app.ts';
import { webhookQuery } from './queries.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';
import { WebhookState } from './webhook-state.tsx';

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
  const { attributes } = webhook;
  return (
    <section>
      <p>
        <Link to="/my-apps/$name/webhooks" params={{ name }} search={{ visibility }}>
          {webhookTexts.backToWebhooks}
        </Link>
      </p>
      <div className="page-heading">
        <div>
          <h2>{attributes.url}</h2>
          <WebhookState webhook={attributes} />
        </div>
        <WebhookActions webhook={webhook} />
      </div>
      {!attributes.hasSecret && <p className="notice">{webhookTexts.noSecret}</p>}
      <WebhookDeliveries webhook={webhook} />
      {dialog === 'secret' && <WebhookSecretDialog webhook={webhook} />}
    </section>
  );
}
