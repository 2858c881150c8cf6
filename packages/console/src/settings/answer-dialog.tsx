import { unwrap } from '@app-platform/client/source';
import { oauth } from '../api/clients.ts';
import { useChange } from '../api/use-change.ts';
import { ActionDialog } from '../elements/action-dialog.tsx';
import { requestTexts } from '../texts/requests.ts';
import type { ConsentRequest } from './queries.ts';
import { RoleList } from './role-list.tsx';

type AnswerDialogProps = {
  request: ConsentRequest;
  answer: 'allow' | 'deny';
  onClose: () => void;
};

/** Allows or denies what a user asks for. */
export function AnswerDialog({ request, answer, onClose }: AnswerDialogProps) {
  const { user, app, clientId, scopes } = request.attributes;
  const isAllowing = answer === 'allow';
  const params = { path: { id: request.id } };
  const body = { decision: isAllowing ? ('approved' as const) : ('denied' as const) };
  const mutation = useChange(
    ['consent-requests'],
    () => unwrap(oauth.PATCH('/v1/consent-requests/{id}', { params, body })),
    onClose,
  );
  const title = isAllowing ? requestTexts.allowNamed : requestTexts.denyNamed;
  return (
    <ActionDialog
      title={title(app?.title ?? clientId, user.email)}
      action={requestTexts[answer]}
      isDanger={!isAllowing}
      state={mutation}
      onAction={() => mutation.mutate()}
      onClose={onClose}
    >
      <p>{isAllowing ? requestTexts.allowConsequence : requestTexts.denyConsequence}</p>
      {isAllowing && <RoleList roles={scopes} />}
    </ActionDialog>
  );
}
