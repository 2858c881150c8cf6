import { unwrap } from '@app-platform/client/source';
import { oauth } from '../api/clients.ts';
import { useChange } from '../api/use-change.ts';
import { ActionDialog } from '../elements/action-dialog.tsx';
import { grantTexts } from '../texts/settings.ts';
import { appOf, type GrantGroup } from './grant-groups.ts';
import type { GrantFilter } from './search.ts';

type EndGrantsDialogProps = {
  /** What one user has given one app, or all that fits a filter. */
  ended: GrantGroup | GrantFilter;
  onClose: () => void;
};

/** Ends access of apps. */
export function EndGrantsDialog({ ended, onClose }: EndGrantsDialogProps) {
  const mutation = useChange(['grants'], () => endGrants(ended), onClose);
  const isGroup = 'grants' in ended;
  return (
    <ActionDialog
      title={isGroup ? grantTexts.endNamed(appOf(ended), ended.user.email) : grantTexts.endAllTitle}
      action={isGroup ? grantTexts.end : grantTexts.endAll}
      isDanger
      state={mutation}
      onAction={() => mutation.mutate()}
      onClose={onClose}
    >
      <p>{isGroup ? grantTexts.endConsequence : grantTexts.endAllConsequence}</p>
    </ActionDialog>
  );
}

async function endGrants(ended: GrantGroup | GrantFilter): Promise<void> {
  if (!('grants' in ended)) {
    await unwrap(oauth.DELETE('/v1/grants', { params: { query: ended } }));
    return;
  }
  for (const { id } of ended.grants) {
    await unwrap(oauth.DELETE('/v1/grants/{id}', { params: { path: { id } } }));
  }
}
