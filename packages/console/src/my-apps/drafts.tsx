import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '../elements/data-table.tsx';
import { Moment } from '../elements/moment.tsx';
import { myAppsTexts } from '../texts/my-apps.ts';
import type { ListedDraft } from './queries.ts';

/** The drafts of the organization; each opens in the editor. */
export function Drafts({ drafts }: { drafts: ListedDraft[] }) {
  return (
    <section className="own-drafts">
      <h2>{myAppsTexts.drafts}</h2>
      <p className="muted">{myAppsTexts.draftsMeaning}</p>
      <DataTable
        caption={myAppsTexts.drafts}
        columns={columns}
        rows={drafts}
        keyOf={({ id }) => id}
      />
    </section>
  );
}

const columns: readonly Column<ListedDraft>[] = [
  {
    title: myAppsTexts.app,
    cell: ({ attributes: { name, title } }) => (
      <Link to="/my-apps/new" search={{ draft: name }}>
        {title}
      </Link>
    ),
  },
  { title: myAppsTexts.name, cell: ({ attributes: { name } }) => <code>{name}</code> },
  {
    title: myAppsTexts.version,
    cell: ({ attributes: { version } }) => version.replace(/\+draft$/, ''),
  },
  {
    title: myAppsTexts.until,
    cell: ({ attributes: { expiresAt } }) => <Moment at={expiresAt} />,
  },
];
