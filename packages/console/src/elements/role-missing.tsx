import { useCaller } from '../api/caller.ts';
import { elementTexts } from '../texts/elements.ts';
import { EmptyState } from './empty-state.tsx';

/** In place of what a person may not see: who can give the role. @param roles one of them is enough */
export function RoleMissing({ roles }: { roles: readonly string[] }) {
  const { organizationName } = useCaller();
  return (
    <EmptyState title={elementTexts.roleMissing}>
      <p>{elementTexts.roleMissingAdvice(roles, organizationName)}</p>
    </EmptyState>
  );
}
