import { unwrap } from '@app-platform/client/source';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-write.ts';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { ActionDialog, useCloseDialog } from '../elements/dialogs.tsx';
import { Field } from '../elements/fields.tsx';
import { Day, Moment } from '../elements/moment.tsx';
import { EmptyState } from '../elements/notices.tsx';
import { ShownOnce } from '../elements/secrets.tsx';
import { useCheckedForm, useFormInput } from '../elements/use-form.ts';
import {
  NO_ROLES,
  RoleChoice,
  type RoleInput,
  RoleList,
  rolesIn,
  useRoleFaults,
} from '../settings/roles.tsx';
import { SectionPage } from '../settings/settings-layout.tsx';
import { settingsTexts } from '../settings/texts.ts';
import { type ApiKey, apiKeysQuery } from './queries.ts';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { keyTexts } from './texts.ts';

const route = getRouteApi('/settings/api-keys');

/** The organization's API keys: create one, see where each is used, revoke it. */
export function ApiKeysPage() {
  return (
    <SectionPage section="apiKeys" actions={<CreateKeyLink />}>
      <ApiKeys />
    </SectionPage>
  );
}

function CreateKeyLink() {
  return (
    <Link className="button" to="/settings/api-keys" search={{ dialog: 'create' }}>
      {keyTexts.create}
    </Link>
  );
}

function ApiKeys() {
  const { dialog, key } = route.useSearch();
  const { data } = useSuspenseQuery(apiKeysQuery);
  const keys = data.toSorted((one, other) =>
    other.attributes.createdAt.localeCompare(one.attributes.createdAt),
  );
  const active = keys.filter(({ attributes }) => attributes.revokedAt === null);
  const revoked = keys.filter(({ attributes }) => attributes.revokedAt !== null);
  const chosen = active.find(({ id }) => id === key);
  const close = useCloseDialog('dialog', 'key');
  return (
    <>
      {active.length === 0 ? (
        <EmptyState title={keyTexts.empty} advice={keyTexts.emptyAdvice}>
          <CreateKeyLink />
        </EmptyState>
      ) : (
        <DataTable caption={keyTexts.active} columns={activeColumns} rows={active} />
      )}
      {revoked.length > 0 && (
        <section className="revoked-keys">
          <h2>{keyTexts.revoked}</h2>
          <DataTable caption={keyTexts.revoked} columns={revokedColumns} rows={revoked} />
        </section>
      )}
      {dialog === 'create' && <CreateKeyDialog onClose={close} />}
      {dialog === 'revoke' && chosen && <RevokeKeyDialog apiKey={chosen} onClose={close} />}
    </>
  );
}

const commonColumns: Column<ApiKey>[] = [
  {
    title: keyTexts.name,
    cell: ({ attributes: { name, hint } }) => (
      <>
        {name || <span className="muted">{keyTexts.unnamed}</span>}
        <code className="secondary">{hint}…</code>
      </>
    ),
  },
  { title: keyTexts.roles, cell: ({ attributes: { roles } }) => <RoleList roles={roles} /> },
  { title: keyTexts.created, cell: ({ attributes }) => <Day at={attributes.createdAt} /> },
  {
    title: keyTexts.lastUsed,
    cell: ({ attributes }) => <Moment at={attributes.lastUsedAt} none={keyTexts.neverUsed} />,
  },
];

const activeColumns: Column<ApiKey>[] = [
  ...commonColumns,
  {
    title: keyTexts.actions,
    isActions: true,
    cell: ({ id, attributes: { name, hint } }) => (
      <Link
        className="button quiet"
        to="/settings/api-keys"
        search={{ dialog: 'revoke', key: id }}
        resetScroll={false}
        aria-label={keyTexts.revokeNamed(name || hint)}
      >
        {keyTexts.revoke}
      </Link>
    ),
  },
];

const revokedColumns: Column<ApiKey>[] = [
  ...commonColumns,
  { title: keyTexts.revokedAt, cell: ({ attributes }) => <Moment at={attributes.revokedAt} /> },
];

type KeyInput = RoleInput & { name: string };

const EMPTY: KeyInput = { name: '', ...NO_ROLES };

/** Creates an API key, then shows it once. */
function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const { input, change, forget, close } = useFormInput('api-key', EMPTY, onClose);
  const [key, setKey] = useState<string>();
  const mutation = useChange(['api-keys'], async (once) => {
    const body = { name: input.name.trim(), roles: rolesIn(input) };
    const { data } = await unwrap(registry.POST('/v1/api-keys', once({ body })));
    forget();
    setKey(data.attributes.key);
  });
  const form = useCheckedForm(mutation, { name: [], roles: useFaultsOfRoles(input) });
  if (key !== undefined) {
    const label = input.name.trim() || keyTexts.key;
    return <ShownOnce title={keyTexts.createdTitle} label={label} value={key} onClose={close} />;
  }
  return (
    <ActionDialog title={keyTexts.create} action={keyTexts.create} mutation={form} onClose={close}>
      <Field
        label={keyTexts.name}
        hint={keyTexts.nameHint}
        maxLength={128}
        value={input.name}
        onChange={(name) => change({ name })}
        faults={form.faultsOf('name')}
      />
      <RoleChoice
        legend={keyTexts.rolesOfKey}
        input={input}
        onChange={change}
        faults={form.faultsOf('roles')}
      />
    </ActionDialog>
  );
}

/** A key without a role can do nothing. */
function useFaultsOfRoles(input: RoleInput): string[] {
  const faults = useRoleFaults(input);
  return rolesIn(input).length === 0 ? [settingsTexts.rolesMissing] : faults;
}
