import { webhookTexts } from '../texts/webhooks.ts';
import type { Webhook } from './queries.ts';

/** Whether a webhook is delivered to, and why not. */
export function WebhookState({ webhook }: { webhook: Webhook['attributes'] }) {
  const { active, disabledReason } = webhook;
  if (active) return <span className="badge good">{webhookTexts.active}</span>;
  return (
    <>
      <span className="badge bad">{webhookTexts.inactive}</span>
      {disabledReason && <span className="secondary">{webhookTexts.reasons[disabledReason]}</span>}
    </>
  );
}
