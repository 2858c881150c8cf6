import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { useCloseDialog } from '../elements/dialogs.tsx';
import { LoadMore } from '../elements/listing.tsx';
import { EndGrantsDialog } from '../grants/end-grants-dialog.tsx';
import { scopeAndUseColumns } from '../grants/grant-columns.tsx';
import {
  appOf,
  type GrantConcern,
  type GrantGroup,
  grantGroups,
  grantsQuery,
} from '../grants/queries.ts';
import { grantTexts } from '../grants/texts.ts';
import { securityTexts } from './texts.ts';

const route = getRouteApi('/settings/security');

export const concerns = Object.keys(securityTexts.concerns) as GrantConcern[];

/** The grants that deserve a look for one reason. Each can be ended here. */
export function GrantsOfConcern({ concern }: { concern: GrantConcern }) {
  const chosen = route.useSearch();
  const close = useCloseDialog('concern', 'grant');
  const listing = useSuspenseInfiniteQuery(grantsQuery({ kind: 'app', concern }));
  const groups = grantGroups(listing.data.pages.flatMap((page) => page.data));
  const ended =
    chosen.concern === concern ? groups.find(({ id }) => id === chosen.grant) : undefined;
  if (groups.length === 0) return <p className="muted">{securityTexts.nothing}</p>;
  return (
    <>
      <DataTable
        caption={securityTexts.concerns[concern].title}
        columns={columnsOf(concern)}
        rows={groups}
      />
      <LoadMore listing={listing} />
      {ended && <EndGrantsDialog ended={ended} onClose={close} />}
    </>
  );
}

function columnsOf(concern: GrantConcern): Column<GrantGroup>[] {
  return [
    { title: grantTexts.user, cell: ({ user }) => user.email },
    { title: grantTexts.app, cell: appOf },
    ...scopeAndUseColumns,
    {
      title: grantTexts.actions,
      isActions: true,
      cell: (group) => (
        <Link
          className="button quiet"
          to="/settings/security"
          search={{ concern, grant: group.id }}
          resetScroll={false}
          aria-label={grantTexts.endNamed(appOf(group), group.user.email)}
        >
          {grantTexts.end}
        </Link>
      ),
    },
  ];
}
