import { roles } from '@app-platform/contracts';
import { useCaller } from '../api/caller.ts';
import { attributeTexts } from '../texts/attributes.ts';

/** Says who can give the role that changes need. */
export function ChangeNote() {
  const caller = useCaller();
  if (caller.holds(roles.apps)) return null;
  return <p className="notice">{attributeTexts.readOnly(roles.apps, caller.organizationName)}</p>;
}
