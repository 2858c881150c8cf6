import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { EmptyState } from '../elements/empty-state.tsx';
import { Moment } from '../elements/moment.tsx';
import { useCloseDialog } from '../elements/use-close-dialog.ts';
import { keyTexts } from '../texts/settings.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { type ApiKey, apiKeysQuery } from './queries.ts';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RoleList } from './role-list.tsx';
import { SectionPage } from './section-page.tsx';

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
        <EmptyState title={keyTexts.empty}>
          <p>{keyTexts.emptyAdvice}</p>
          <CreateKeyLink />
        </EmptyState>
      ) : (
        <DataTable caption={keyTexts.active} columns={activeColumns} rows={active} keyOf={idOf} />
      )}
      {revoked.length > 0 && (
        <section className="revoked-keys">
          <h2>{keyTexts.revoked}</h2>
          <DataTable
            caption={keyTexts.revoked}
            columns={revokedColumns}
            rows={revoked}
            keyOf={idOf}
          />
        </section>
      )}
      {dialog === 'create' && <CreateKeyDialog onClose={close} />}
      {dialog === 'revoke' && chosen && <RevokeKeyDialog apiKey={chosen} onClose={close} />}
    </>
  );
}

const idOf = ({ id }: ApiKey) => id;

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
  { title: keyTexts.created, cell: ({ attributes }) => <Moment at={attributes.createdAt} /> },
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
