import { unwrap } from '@app-platform/client/source';
import { consoleClient, isFirstPartyClient } from '@app-platform/contracts';
import { useCaller } from '../api/caller.ts';
import { oauth } from '../api/clients.ts';
import { useChange } from '../api/use-write.ts';
import { ActionDialog } from '../elements/dialogs.tsx';
import { forgetAccessToken } from '../session/access-token.ts';
import { appOf, type GrantGroup, type ListedGrants } from './queries.ts';
import { grantTexts } from './texts.ts';

type EndGrantsDialogProps = {
  /** The grants of one user to one app, or all grants that match a filter. */
  ended: GrantGroup | ListedGrants;
  onClose: () => void;
};

/** Ends access of apps. */
export function EndGrantsDialog({ ended, onClose }: EndGrantsDialogProps) {
  const { userId } = useCaller();
  const mutation = useChange(
    ['grants'],
    async () => {
      await unwrap(oauth.DELETE('/v1/grants', { params: { query: queryOf(ended) } }));
      if (!isOwnAccess(ended, userId)) return;
      // The next request signs in again, and comes back to this address: without the dialog.
      forgetAccessToken();
      onClose();
    },
    onClose,
  );
  const isGroup = 'grants' in ended;
  const consequences = isGroup ? grantTexts.endConsequences : grantTexts.endAllConsequences;
  return (
    <ActionDialog
      title={isGroup ? grantTexts.endNamed(appOf(ended), ended.user.email) : grantTexts.endAllTitle}
      action={isGroup ? grantTexts.end : grantTexts.endAll}
      isDanger
      mutation={mutation}
      onClose={onClose}
    >
      <p>{consequences[kindOf(ended)]}</p>
    </ActionDialog>
  );
}

/** One request ends them all: the token of this page may be one of theirs. */
function queryOf(ended: GrantGroup | ListedGrants) {
  return 'grants' in ended ? { user: ended.user.id, client: ended.clientId } : ended;
}

function kindOf(ended: GrantGroup | ListedGrants) {
  if (!('grants' in ended)) return ended.kind;
  return isFirstPartyClient(ended.clientId) ? 'first_party' : 'app';
}

/** Whether the token of this page ends. */
function isOwnAccess(ended: GrantGroup | ListedGrants, userId: string | null | undefined): boolean {
  if ('grants' in ended) return ended.user.id === userId && ended.clientId === consoleClient;
  const { user = userId, app = consoleClient, kind } = ended;
  return kind === 'first_party' && user === userId && app === consoleClient;
}
