import type { StandardKlass } from '@app-platform/app-definition';
import { roles } from '@app-platform/contracts';
import { Link, useSearch } from '@tanstack/react-router';
import { Switch } from 'react-aria-components';
import { useCaller } from '../api/caller.ts';
import { AppLink } from '../directory/app-summary.tsx';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { ActionDialog, useCloseDialog } from '../elements/dialogs.tsx';
import { Field } from '../elements/fields.tsx';
import { RefusalNotice } from '../elements/notices.tsx';
import { useCheckedForm, useFormInput } from '../elements/use-form.ts';
import { type Attribute, useChangeAttribute } from './queries.ts';
import { attributeTexts } from './texts.ts';

type AttributeTableProps = { klass: StandardKlass; attributes: readonly Attribute[] };

/** The attributes of a Klass: what each is, which apps use it, and whether the organization does. */
export function AttributeTable({ klass, attributes }: AttributeTableProps) {
  const caller = useCaller();
  return (
    <DataTable
      caption={attributeTexts.titleOf(attributeTexts.klasses[klass])}
      columns={caller.holds(roles.apps) ? [...columns, actions] : columns}
      rows={attributes}
    />
  );
}

function AttributeName({ attribute }: { attribute: Attribute }) {
  const { displayName, appDisplayName, name } = attribute.attributes;
  return (
    <>
      {displayName}
      <code className="secondary">{name}</code>
      {displayName !== appDisplayName && (
        <span className="secondary">{attributeTexts.appDisplayName(appDisplayName)}</span>
      )}
    </>
  );
}

function Apps({ attribute }: { attribute: Attribute }) {
  return (
    <ul className="plain-list">
      {attribute.attributes.usedBy.map(({ app, versions, isInstalled }) => (
        <li key={app}>
          <AppLink name={app}>{app}</AppLink> <span className="muted">{versions.join(', ')}</span>{' '}
          {isInstalled && <span className="badge good">{attributeTexts.installed}</span>}
        </li>
      ))}
    </ul>
  );
}

function RenameLink({ attribute }: { attribute: Attribute }) {
  return (
    <Link
      className="button quiet"
      to="."
      search={{ rename: attribute.id }}
      resetScroll={false}
      activeProps={{ 'aria-current': undefined }}
      aria-label={attributeTexts.renameNamed(attribute.attributes.displayName)}
    >
      {attributeTexts.rename}
    </Link>
  );
}

const columns: Column<Attribute>[] = [
  { title: attributeTexts.name, cell: (attribute) => <AttributeName attribute={attribute} /> },
  {
    title: attributeTexts.type,
    cell: ({ attributes: { dataType } }) =>
      dataType ?? <span className="muted">{attributeTexts.noType}</span>,
  },
  { title: attributeTexts.example, cell: ({ attributes }) => attributes.example },
  { title: attributeTexts.usedBy, cell: (attribute) => <Apps attribute={attribute} /> },
  { title: attributeTexts.active, cell: (attribute) => <AttributeSwitch attribute={attribute} /> },
];

const actions: Column<Attribute> = {
  title: attributeTexts.actions,
  isActions: true,
  cell: (attribute) => <RenameLink attribute={attribute} />,
};

/** Whether the organization uses an attribute. It moves at once, and back where it is refused. */
function AttributeSwitch({ attribute }: { attribute: Attribute }) {
  const caller = useCaller();
  const { mutate, variables, isPending, error } = useChangeAttribute(attribute);
  const { active, displayName } = attribute.attributes;
  const isOn = isPending ? (variables.active ?? active) : active;
  return (
    <>
      <Switch
        className="switch"
        aria-label={attributeTexts.use(displayName)}
        isSelected={isOn}
        isDisabled={!caller.holds(roles.apps)}
        onChange={(isSelected) => mutate({ active: isSelected })}
      >
        <span className="switch-track" />
        <span aria-hidden="true">{isOn ? attributeTexts.on : attributeTexts.off}</span>
      </Switch>
      <RefusalNotice error={error} />
    </>
  );
}

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
  const { input, change, close } = useFormInput(
    `attribute ${attribute.id}`,
    { displayName },
    onClose,
  );
  const mutation = useChangeAttribute(attribute, close);
  const rename = () => mutation.mutate({ displayName: input.displayName.trim() || null });
  const form = useCheckedForm({ ...mutation, mutate: rename }, { displayName: [] });
  return (
    <ActionDialog
      title={attributeTexts.renameNamed(displayName)}
      action={attributeTexts.save}
      mutation={form}
      onClose={close}
    >
      <p>{attributeTexts.renameConsequence}</p>
      <Field
        label={attributeTexts.displayName}
        hint={attributeTexts.displayNameHint(appDisplayName)}
        value={input.displayName}
        onChange={(typed) => change({ displayName: typed })}
        faults={form.faultsOf('displayName')}
      />
    </ActionDialog>
  );
}
