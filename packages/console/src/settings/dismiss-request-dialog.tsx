import { unwrap } from '@app-platform/client/source';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-change.ts';
import { ActionDialog } from '../elements/action-dialog.tsx';
import { installationRequestTexts } from '../texts/requests.ts';
import type { InstallationRequest } from './queries.ts';

type DismissRequestDialogProps = { request: InstallationRequest; onClose: () => void };

/** Dismisses the request of a user for an app. */
export function DismissRequestDialog({ request, onClose }: DismissRequestDialogProps) {
  const { id, attributes } = request;
  const mutation = useChange(
    ['installation-requests'],
    () => unwrap(registry.DELETE('/v1/installation-requests/{id}', { params: { path: { id } } })),
    onClose,
  );
  return (
    <ActionDialog
      title={installationRequestTexts.dismissNamed(attributes.title)}
      action={installationRequestTexts.dismiss}
      isDanger
      state={mutation}
      onAction={() => mutation.mutate()}
      onClose={onClose}
    >
      <p>{installationRequestTexts.dismissConsequence}</p>
    </ActionDialog>
  );
}
