import { unwrap } from '@app-platform/client/source';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { oauth } from '../api/clients.ts';
import { changeOfRequest } from '../api/refusals.ts';
import { useChange } from '../api/use-change.ts';
import { ActionDialog } from '../elements/action-dialog.tsx';
import { requestTexts } from '../texts/requests.ts';
import type { ConsentRequest } from './queries.ts';
import { RequestedScopes } from './requested-scopes.tsx';

type AnswerDialogProps = {
  request: ConsentRequest;
  answer: 'allow' | 'deny';
  onClose: () => void;
};

/** Allows or denies what a user asks for. */
export function AnswerDialog({ request, answer, onClose }: AnswerDialogProps) {
  const { user, app, clientId, scopes } = request.attributes;
  // The listing may be read anew while the dialog is open. Only a refusal changes what is shown.
  const [shown, setShown] = useState({ scopes, added: [] as string[], removed: [] as string[] });
  const queryClient = useQueryClient();
  const isAllowing = answer === 'allow';
  const params = { path: { id: request.id } };
  const body = isAllowing
    ? { decision: 'approved' as const, scopes: shown.scopes }
    : { decision: 'denied' as const };
  const mutation = useChange(
    ['consent-requests'],
    () => unwrap(oauth.PATCH('/v1/consent-requests/{id}', { params, body })),
    onClose,
  );
  const showChange = (refusal: unknown) => {
    const change = changeOfRequest(refusal);
    if (!change) return;
    setShown(change);
    void queryClient.invalidateQueries({ queryKey: ['consent-requests'] });
  };
  const error = changeOfRequest(mutation.error) ? null : mutation.error;
  const title = isAllowing ? requestTexts.allowNamed : requestTexts.denyNamed;
  return (
    <ActionDialog
      title={title(app?.title ?? clientId, user.email)}
      action={requestTexts[answer]}
      isDanger={!isAllowing}
      state={{ error, isPending: mutation.isPending }}
      onAction={() => mutation.mutate(undefined, { onError: showChange })}
      onClose={onClose}
    >
      {isAllowing ? <RequestedScopes {...shown} /> : <p>{requestTexts.denyConsequence}</p>}
    </ActionDialog>
  );
}
