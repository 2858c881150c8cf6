import { unwrap } from '@app-platform/client/source';
import { useState } from 'react';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-change.ts';
import type { App } from '../directory/queries.ts';
import { ActionDialog } from '../elements/action-dialog.tsx';
import { type Hours, OverlapField, secondsOf } from '../elements/overlap-field.tsx';
import { ShownOnce } from '../elements/shown-once.tsx';
import { useCloseDialog } from '../elements/use-close-dialog.ts';
import { accessTexts } from '../texts/my-apps.ts';

/** Makes a client secret and shows it once: it is in the state of this component alone. */
export function RotateSecretDialog({ app }: { app: App }) {
  const { name, visibility } = app;
  const [hours, setHours] = useState<Hours>('8');
  const [secret, setSecret] = useState<string>();
  const close = useCloseDialog('dialog');
  const mutation = useChange(['apps'], async () => {
    const params = { path: { app: name }, query: { visibility } };
    const body = { overlapSeconds: secondsOf(hours) };
    const path = '/v1/apps/available/{app}/secret';
    const { data } = await unwrap(registry.POST(path, { params, body }));
    setSecret(data.attributes.clientSecret);
  });
  if (secret !== undefined) {
    const { shownTitle, secret: label } = accessTexts;
    return <ShownOnce title={shownTitle} label={label} value={secret} onClose={close} />;
  }
  return (
    <ActionDialog
      title={accessTexts.rotateTitle}
      action={accessTexts.rotate}
      state={mutation}
      onAction={() => mutation.mutate()}
      onClose={close}
    >
      <p>{accessTexts.secretMeaning}</p>
      <OverlapField hours={hours} onChange={setHours} />
    </ActionDialog>
  );
}
