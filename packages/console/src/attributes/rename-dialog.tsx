import { useSearch } from '@tanstack/react-router';
import { faultsAt } from '../api/field-faults.ts';
import { useFormInput } from '../api/form-input.ts';
import { ActionDialog } from '../elements/action-dialog.tsx';
import { Field } from '../elements/field.tsx';
import { useCloseDialog } from '../elements/use-close-dialog.ts';
import { attributeTexts } from '../texts/attributes.ts';
import { useChangeAttribute } from './change-attribute.ts';
import type { Attribute } from './queries.ts';

/** Renames the attribute that the address names. */
export function RenameDialog({ attributes }: { attributes: readonly Attribute[] }) {
  const { rename } = useSearch({ strict: false });
  const close = useCloseDialog('rename');
  const chosen = attributes.find(({ id }) => id === rename);
  if (!chosen) return null;
  return <RenameForm key={chosen.id} attribute={chosen} onClose={close} />;
}

function RenameForm({ attribute, onClose }: { attribute: Attribute; onClose: () => void }) {
  const { displayName, appDisplayName } = attribute.attributes;
  const { input, change, forget } = useFormInput(`attribute ${attribute.id}`, { displayName });
  const close = () => {
    forget();
    onClose();
  };
  const mutation = useChangeAttribute(attribute, close);
  return (
    <ActionDialog
      title={attributeTexts.renameNamed(displayName)}
      action={attributeTexts.save}
      state={mutation}
      pointers={['/displayName']}
      onAction={() => mutation.mutate({ displayName: input.displayName.trim() || null })}
      onClose={close}
    >
      <p>{attributeTexts.renameConsequence}</p>
      <Field
        label={attributeTexts.displayName}
        hint={attributeTexts.displayNameHint(appDisplayName)}
        value={input.displayName}
        onChange={(typed) => change({ displayName: typed })}
        faults={faultsAt(mutation.error, '/displayName')}
      />
    </ActionDialog>
  );
}
