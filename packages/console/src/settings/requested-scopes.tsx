import type { RequestChange } from '../api/refusals.ts';
import { requestTexts } from '../texts/requests.ts';
import { RoleList } from './role-list.tsx';

/** What an app would be allowed to, and what the user has changed since it was shown. */
export function RequestedScopes({ scopes, added, removed }: RequestChange) {
  const isChanged = added.length + removed.length > 0;
  return (
    <>
      {isChanged && (
        <div className="notice bad" role="alert">
          <p>{requestTexts.changed}</p>
          <NamedList name={requestTexts.added} scopes={added} />
          <NamedList name={requestTexts.removed} scopes={removed} />
        </div>
      )}
      <p>{requestTexts.allowConsequence}</p>
      <RoleList name={requestTexts.scopes} roles={scopes} />
    </>
  );
}

function NamedList({ name, scopes }: { name: string; scopes: string[] }) {
  if (scopes.length === 0) return null;
  return (
    <>
      <p aria-hidden="true">{name}</p>
      <RoleList name={name} roles={scopes} />
    </>
  );
}
