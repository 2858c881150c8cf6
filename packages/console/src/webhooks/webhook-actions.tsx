import { unwrap } from '@app-platform/client/source';
import { missingRoles, roles } from '@app-platform/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCaller } from '../api/caller.ts';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-change.ts';
import { RefusalNotice } from '../elements/refusal-notice.tsx';
import { elementTexts } from '../texts/elements.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import type { Webhook } from './queries.ts';

type WebhookActionsProps = {
  webhook: Webhook;
  /** Further actions. */
  children?: ReactNode;
};

/** Tests a webhook, switches it, and gives it another secret. */
export function WebhookActions({ webhook, children }: WebhookActionsProps) {
  const { id, attributes } = webhook;
  const params = { path: { id } };
  const test = useChange(['webhooks'], () =>
    unwrap(registry.POST('/v1/webhooks/{id}/test', { params })),
  );
  const change = useChange(['webhooks'], () => {
    const body = { active: !attributes.active };
    return unwrap(registry.PATCH('/v1/webhooks/{id}', { params, body }));
  });
  return (
    <div>
      <div className="actions">
        {attributes.active && (
          <button
            className="button"
            type="button"
            aria-disabled={test.isPending}
            onClick={() => !test.isPending && test.mutate()}
          >
            {webhookTexts.test}
          </button>
        )}
        <button
          className="button quiet"
          type="button"
          aria-disabled={change.isPending}
          onClick={() => !change.isPending && change.mutate()}
        >
          {attributes.active ? webhookTexts.deactivate : webhookTexts.activate}
        </button>
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
