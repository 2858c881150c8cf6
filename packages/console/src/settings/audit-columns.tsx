import { Link } from '@tanstack/react-router';
import type { Column } from '../elements/data-table.tsx';
import { Moment } from '../elements/moment.tsx';
import { auditTexts } from '../texts/audit.ts';
import { ActorEmail } from './actor-email.tsx';
import type { AuditEvent } from './queries.ts';

/** Who acted leads to all that they did. */
export const auditColumns: Column<AuditEvent>[] = [
  {
    title: auditTexts.what,
    cell: ({ attributes: { action, service } }) => (
      <>
        <code>{action}</code>
        <span className="secondary">{auditTexts.services[service]}</span>
      </>
    ),
  },
  { title: auditTexts.when, cell: ({ attributes }) => <Moment at={attributes.at} /> },
  {
    title: auditTexts.who,
    cell: ({ attributes: { actor } }) => (
      <>
        {auditTexts.actors[actor.type] ?? actor.type}{' '}
        {actor.type === 'account' && <ActorEmail id={actor.id} />}
        <Link
          className="secondary"
          to="/settings/audit"
          search={({ event: _, ...filter }) => ({ ...filter, actor: actor.id })}
          activeProps={{ 'aria-current': undefined }}
        >
          <code>{actor.id}</code>
        </Link>
        {actor.clientId && <span className="secondary">{auditTexts.through(actor.clientId)}</span>}
      </>
    ),
  },
  { title: auditTexts.on, cell: ({ attributes }) => <code>{attributes.subject}</code> },
  {
    title: auditTexts.details,
    isActions: true,
    cell: ({ id, attributes: { action } }) => (
      <Link
        className="button quiet"
        to="/settings/audit"
        search={(filter) => ({ ...filter, event: id })}
        activeProps={{ 'aria-current': undefined }}
        resetScroll={false}
        aria-label={auditTexts.detailsOf(action)}
      >
        {auditTexts.details}
      </Link>
    ),
  },
];
