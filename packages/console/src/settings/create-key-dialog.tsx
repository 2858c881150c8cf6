import { unwrap } from '@app-platform/client/source';
import { useState } from 'react';
import { registry } from '../api/clients.ts';
import { faultsAt } from '../api/field-faults.ts';
import { useFormCheck } from '../api/form-check.ts';
import { useFormInput } from '../api/form-input.ts';
import { useChange } from '../api/use-change.ts';
import { ActionDialog } from '../elements/action-dialog.tsx';
import { Field } from '../elements/field.tsx';
import { ShownOnce } from '../elements/shown-once.tsx';
import { keyTexts, settingsTexts } from '../texts/settings.ts';
import { RoleChoice, type RoleInput, roleFaults, rolesIn } from './role-choice.tsx';

type KeyInput = RoleInput & { name: string };

const EMPTY: KeyInput = { name: '', roles: [], otherRoles: '' };

/** Creates an API key, then shows it once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const { input, change, forget } = useFormInput('api-key', EMPTY);
  const [key, setKey] = useState<string>();
  const mutation = useChange(['api-keys'], async () => {
    const body = { name: input.name.trim(), roles: rolesIn(input) };
    const { data } = await unwrap(registry.POST('/v1/api-keys', { body }));
    forget();
    setKey(data.attributes.key);
  });
  const check = useFormCheck({ roles: faultsOfRoles(input) });
  const cancel = () => {
    forget();
    onClose();
  };
  if (key !== undefined) {
    const label = input.name.trim() || keyTexts.key;
    return <ShownOnce title={keyTexts.createdTitle} label={label} value={key} onClose={onClose} />;
  }
  return (
    <ActionDialog
      title={keyTexts.create}
      action={keyTexts.create}
      state={mutation}
      pointers={['/name', '/roles']}
      onAction={() => check.send(mutation)}
      onClose={cancel}
    >
      <Field
        label={keyTexts.name}
        hint={keyTexts.nameHint}
        maxLength={128}
        value={input.name}
        onChange={(name) => change({ name })}
        faults={faultsAt(mutation.error, '/name')}
      />
      <RoleChoice
        legend={keyTexts.rolesOfKey}
        input={input}
        onChange={change}
        faults={[...check.faultsOf('roles'), ...faultsAt(mutation.error, '/roles')]}
      />
    </ActionDialog>
  );
}

/** A key without a role can do nothing. */
function faultsOfRoles(input: RoleInput): string[] {
  return rolesIn(input).length === 0 ? [settingsTexts.rolesMissing] : roleFaults(input);
}
