import { Button } from '../elements/button.tsx';
import './webhooks.css';
import { unwrap } from '@app-platform/client/source';
import { missingRoles, roles } from '@app-platform/contracts';
import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useCaller } from '../api/caller.ts';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-write.ts';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { ActionDialog, useCloseDialog } from '../elements/dialogs.tsx';
import { LoadMore } from '../elements/listing.tsx';
import { Moment } from '../elements/moment.tsx';
import { EmptyState, RefusalNotice } from '../elements/notices.tsx';
import { type Hours, OverlapField, ShownOnce, secondsOf } from '../elements/secrets.tsx';
import { elementTexts } from '../elements/texts.ts';
import { type Delivery, deliveriesQuery, type Webhook } from './queries.ts';
import { webhookTexts } from './texts.ts';
import { WebhookState } from './webhook-table.tsx';

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

type WebhookActionsProps = {
  webhook: Webhook;
  /** Further actions. */
  children?: ReactNode;
};

/** Tests a webhook, switches it on or off, and creates another secret. */
function WebhookActions({ webhook, children }: WebhookActionsProps) {
  const { id, attributes } = webhook;
  const params = { path: { id } };
  const test = useChange(['webhooks'], (once) =>
    unwrap(registry.POST('/v1/webhooks/{id}/test', once({ params }))),
  );
  const change = useChange(['webhooks'], () => {
    const body = { active: !attributes.active };
    return unwrap(registry.PATCH('/v1/webhooks/{id}', { params, body }));
  });
  return (
    <div>
      <div className="actions">
        {attributes.active && (
          <Button isPending={test.isPending} onClick={() => test.mutate()}>
            {webhookTexts.test}
          </Button>
        )}
        <Button look="quiet" isPending={change.isPending} onClick={() => change.mutate()}>
          {attributes.active ? webhookTexts.deactivate : webhookTexts.activate}
        </Button>
        <NewSecretLink />
        {children}
      </div>
      <RefusalNotice error={test.error ?? change.error} />
    </div>
  );
}

function NewSecretLink() {
  const caller = useCaller();
  const missing = missingRoles(caller.roles, { all: [roles.apps, roles.appPermissions] });
  if (missing.length > 0) {
    return <p className="hint">{elementTexts.secretRolesMissing(missing.join(', '))}</p>;
  }
  return (
    <Link
      className="button quiet"
      to="."
      search={(before) => ({ ...before, dialog: 'secret' as const })}
      resetScroll={false}
    >
      {webhookTexts.newSecret}
    </Link>
  );
}

/** Makes a signing secret and shows it once: it is in the state of this component alone. */
export function WebhookSecretDialog({ webhook }: { webhook: Webhook }) {
  const { id } = webhook;
  const [hours, setHours] = useState<Hours>('8');
  const [secret, setSecret] = useState<string>();
  const close = useCloseDialog('dialog');
  const mutation = useChange(['webhooks'], async (once) => {
    const params = { path: { id } };
    const body = { overlapSeconds: secondsOf(hours) };
    const options = once({ params, body });
    const { data } = await unwrap(registry.POST('/v1/webhooks/{id}/secret', options));
    setSecret(data.attributes.secret);
  });
  if (secret !== undefined) {
    const { secretTitle, secretLabel } = webhookTexts;
    return <ShownOnce title={secretTitle} label={secretLabel} value={secret} onClose={close} />;
  }
  return (
    <ActionDialog
      title={webhookTexts.newSecret}
      action={webhookTexts.newSecret}
      mutation={mutation}
      onClose={close}
    >
      <p>{webhookTexts.secretMeaning}</p>
      <OverlapField hours={hours} onChange={setHours} />
    </ActionDialog>
  );
}

type WebhookDeliveriesProps = { webhook: Webhook; heading: ReactNode };

/** What was sent to a webhook, each with its attempts, and sent again by a button. */
function WebhookDeliveries({ webhook, heading }: WebhookDeliveriesProps) {
  const { id, attributes } = webhook;
  const queryClient = useQueryClient();
  const listing = useSuspenseInfiniteQuery(deliveriesQuery(id));
  const deliveries = listing.data.pages.flatMap(({ data }) => data);
  const redeliver = useChange(['webhooks'], (once, deliveryId: string) => {
    const params = { path: { id, deliveryId } };
    const path = '/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver';
    return unwrap(registry.POST(path, once({ params })));
  });
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['webhooks'] });
  return (
    <>
      <div className="page-heading">
        {heading}
        <Button look="quiet" onClick={refresh}>
          {webhookTexts.refresh}
        </Button>
      </div>
      <RefusalNotice error={redeliver.error} />
      {deliveries.length === 0 ? (
        <EmptyState title={webhookTexts.noDeliveries}>
          {attributes.active && <p>{webhookTexts.noDeliveriesAdvice}</p>}
        </EmptyState>
      ) : (
        <DataTable
          caption={webhookTexts.deliveriesOf(attributes.url)}
          columns={[...columns, ...(attributes.active ? [againColumn(redeliver.mutate)] : [])]}
          rows={deliveries}
        />
      )}
      <LoadMore listing={listing} />
    </>
  );
}

const badges = {
  pending: 'badge',
  delivered: 'badge good',
  failed: 'badge bad',
  canceled: 'badge',
};

const columns: Column<Delivery>[] = [
  { title: webhookTexts.event, cell: ({ attributes }) => <code>{attributes.eventType}</code> },
  {
    title: webhookTexts.status,
    cell: ({ attributes: { status } }) => (
      <span className={badges[status]}>{webhookTexts.statuses[status]}</span>
    ),
  },
  { title: webhookTexts.sent, cell: ({ attributes }) => <Moment at={attributes.createdAt} /> },
  {
    title: webhookTexts.attempts,
    cell: ({ attributes }) => <DeliveryAttempts delivery={attributes} />,
  },
];

function againColumn(onRedeliver: (deliveryId: string) => void): Column<Delivery> {
  return {
    title: webhookTexts.redeliver,
    isActions: true,
    cell: ({ id, attributes }) => (
      <Button
        look="quiet"
        aria-label={webhookTexts.redeliverEvent(attributes.eventType)}
        onClick={() => onRedeliver(id)}
      >
        {webhookTexts.redeliver}
      </Button>
    ),
  };
}

/** What the receiver answered to each attempt, and what was sent. */
function DeliveryAttempts({ delivery }: { delivery: Delivery['attributes'] }) {
  const { attempts, nextAttemptAt, payload } = delivery;
  return (
    <>
      <ul className="plain-list">
        {attempts.map(({ at, durationMilliseconds, responseStatus, error }) => (
          <li key={at}>
            {responseStatus === null
              ? webhookTexts.failedWith(error ?? '')
              : webhookTexts.answered(responseStatus, durationMilliseconds)}
            <span className="secondary">
              <Moment at={at} />
            </span>
          </li>
        ))}
      </ul>
      {nextAttemptAt && (
        <span className="secondary">
          {webhookTexts.nextAttempt} <Moment at={nextAttemptAt} />
        </span>
      )}
      <details>
        <summary>{webhookTexts.payload}</summary>
        <pre className="payload">{JSON.stringify(payload, null, 2)}</pre>
      </details>
    </>
  );
}
