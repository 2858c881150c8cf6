import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ApiKey, apiKeysQuery } from '../api-keys/queries.ts';
import { RevokeKeyDialog } from '../api-keys/revoke-key-dialog.tsx';
import { keyTexts } from '../api-keys/texts.ts';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { useCloseDialog } from '../elements/dialogs.tsx';
import { Moment } from '../elements/moment.tsx';
import { RoleList } from '../settings/roles.tsx';
import { securityTexts } from './texts.ts';

const route = getRouteApi('/settings/security');
const YEAR_MILLISECONDS = 365 * 86_400_000;

/** The API keys that were never used or are old. Each can be revoked here. */
export function KeysOfConcern() {
  const { key } = route.useSearch();
  const close = useCloseDialog('key');
  const { data } = useSuspenseQuery(apiKeysQuery);
  const keys = data.filter(
    (one) => one.attributes.revokedAt === null && reasonsFor(one).length > 0,
  );
  const revoked = keys.find(({ id }) => id === key);
  if (keys.length === 0) return <p className="muted">{securityTexts.nothing}</p>;
  return (
    <>
      <DataTable caption={securityTexts.keys.title} columns={columns} rows={keys} />
      {revoked && <RevokeKeyDialog apiKey={revoked} onClose={close} />}
    </>
  );
}

function reasonsFor({ attributes: { createdAt, lastUsedAt } }: ApiKey): string[] {
  return [
    ...(lastUsedAt === null ? [securityTexts.neverUsed] : []),
    ...(Date.now() - Date.parse(createdAt) > YEAR_MILLISECONDS ? [securityTexts.old] : []),
  ];
}

const nameOf = ({ attributes: { name, hint } }: ApiKey) => name || `${hint}…`;

const columns: Column<ApiKey>[] = [
  { title: keyTexts.name, cell: nameOf },
  { title: securityTexts.reason, cell: (key) => reasonsFor(key).join(', ') },
  { title: keyTexts.roles, cell: ({ attributes: { roles } }) => <RoleList roles={roles} /> },
  { title: keyTexts.created, cell: ({ attributes }) => <Moment at={attributes.createdAt} /> },
  {
    title: keyTexts.actions,
    isActions: true,
    cell: (key) => (
      <Link
        className="button quiet"
        to="/settings/security"
        search={{ key: key.id }}
        resetScroll={false}
        aria-label={keyTexts.revokeNamed(nameOf(key))}
      >
        {keyTexts.revoke}
      </Link>
    ),
  },
];
