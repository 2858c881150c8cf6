import { unwrap } from '@app-platform/client/source';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-write.ts';
import { ActionDialog } from '../elements/dialogs.tsx';
import type { ApiKey } from './queries.ts';
import { keyTexts } from './texts.ts';

/** Revokes an API key at once. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { id, attributes } = apiKey;
  const params = { path: { id } };
  const mutation = useChange(
    ['api-keys'],
    () => unwrap(registry.DELETE('/v1/api-keys/{id}', { params })),
    onClose,
  );
  return (
    <ActionDialog
      title={keyTexts.revokeNamed(attributes.name || attributes.hint)}
      action={keyTexts.revoke}
      isDanger
      mutation={mutation}
      onClose={onClose}
    >
      <p>{keyTexts.revokeConsequence}</p>
    </ActionDialog>
  );
}
