import type { ReactNode } from 'react';
import { webhookTexts } from '../texts/webhooks.ts';
import type { Webhook } from './queries.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookState } from './webhook-state.tsx';

type WebhookViewProps = {
  webhook: Webhook;
  /** Of its heading, which is the address. */
  level: 1 | 2;
  /** Further actions. */
  children?: ReactNode;
};

/** A webhook: what may be done with it, what was sent to it, and what its receiver answered. */
export function WebhookView({ webhook, level, children }: WebhookViewProps) {
  const { attributes } = webhook;
  const Address = `h${level}` as const;
  const Subheading = level === 1 ? 'h2' : 'h3';
  return (
    <>
      <div className="page-heading">
        <div>
          <Address>{attributes.url}</Address>
          <WebhookState webhook={attributes} />
          <span className="secondary">{attributes.description}</span>
          <span className="secondary">{webhookTexts.sends(attributes.events)}</span>
        </div>
        <WebhookActions webhook={webhook}>{children}</WebhookActions>
      </div>
      {!attributes.hasSecret && <p className="notice">{webhookTexts.noSecret}</p>}
      <WebhookDeliveries
        webhook={webhook}
        heading={<Subheading>{webhookTexts.deliveries}</Subheading>}
      />
    </>
  );
}
