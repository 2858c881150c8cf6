import type { StandardKlass } from '@app-platform/app-definition';
import { roles } from '@app-platform/contracts';
import { Link } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import { AppLink } from '../directory/app-link.tsx';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { attributeTexts } from '../texts/attributes.ts';
import { AttributeSwitch } from './attribute-switch.tsx';
import type { Attribute } from './queries.ts';

type AttributeTableProps = { klass: StandardKlass; attributes: readonly Attribute[] };

/** The attributes of a Klass: what each is, which apps use it, and whether the organization does. */
export function AttributeTable({ klass, attributes }: AttributeTableProps) {
  const caller = useCaller();
  return (
    <DataTable
      caption={attributeTexts.titleOf(attributeTexts.klasses[klass])}
      columns={caller.holds(roles.apps) ? [...columns, actions] : columns}
      rows={attributes}
      keyOf={({ id }) => id}
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
