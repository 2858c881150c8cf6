import type { Column } from '../elements/data-table.tsx';
import { Moment } from '../elements/moment.tsx';
import { RoleList } from '../settings/roles.tsx';
import type { GrantGroup } from './queries.ts';
import { grantTexts } from './texts.ts';

/** What access allows and when it was used, in every table of access. */
export const scopeAndUseColumns: Column<GrantGroup>[] = [
  { title: grantTexts.scopes, cell: ({ scopes }) => <RoleList roles={scopes} /> },
  { title: grantTexts.lastUsed, cell: (group) => <GrantUse group={group} /> },
];

/** When access was last used, and when it was given. */
function GrantUse({ group: { grantedAt, lastUsedAt } }: { group: GrantGroup }) {
  return (
    <>
      <Moment at={lastUsedAt} none={grantTexts.notUsed} />
      <span className="secondary">
        {grantTexts.granted} <Moment at={grantedAt} />
      </span>
    </>
  );
}
