import { parseAppVersion } from '@app-platform/app-definition';
import { roles } from '@app-platform/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCaller } from '../api/caller.ts';
import { apiKeysQuery } from '../api-keys/queries.ts';
import { installationsQuery } from '../directory/queries.ts';
import type { Column } from '../elements/data-table.tsx';
import { Moment } from '../elements/moment.tsx';
import { ActorEmail, useHidden } from '../users/user-name.tsx';
import type { AuditEvent } from './queries.ts';
import { actionWords, auditTexts } from './texts.ts';

type EventProps = { event: AuditEvent };

/** What was done, in words and as the code that the API knows. */
export const actionColumn: Column<AuditEvent> = {
  title: auditTexts.what,
  cell: ({ attributes: { action } }) => (
    <>
      {actionWords(action)}
      <code className="secondary">{action}</code>
    </>
  ),
};

/** Who acted, and what was acted on, lead to all events of theirs. */
export const auditColumns: Column<AuditEvent>[] = [
  actionColumn,
  { title: auditTexts.when, cell: ({ attributes }) => <Moment at={attributes.at} /> },
  { title: auditTexts.who, cell: (event) => <ActorOf event={event} /> },
  { title: auditTexts.on, cell: (event) => <SubjectOf event={event} /> },
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
        aria-label={auditTexts.detailsOf(actionWords(action))}
      >
        {auditTexts.details}
      </Link>
    ),
  },
];

function ActorOf({ event }: EventProps) {
  const { actor } = event.attributes;
  return (
    <>
      {auditTexts.actors[actor.type] ?? actor.type}{' '}
      {actor.type === 'account' && <ActorEmail id={actor.id} />}
      {actor.type === 'api_key' && <KeyName id={actor.id} />}
      <FilterLink member="actor" value={actor.id} />
      {actor.clientId && <span className="secondary">{auditTexts.through(actor.clientId)}</span>}
    </>
  );
}

function KeyName({ id }: { id: string }) {
  const isHidden = useHidden(roles.apiKeys) !== undefined;
  const { data: keys } = useQuery({ ...apiKeysQuery, enabled: !isHidden });
  const name = keys?.find((one) => one.id === id)?.attributes.name;
  return name && `“${name}”`;
}

const ofUsers = ['account', 'session', 'sign_in', 'user_grants'];

function SubjectOf({ event: { attributes } }: EventProps) {
  const { action, subject } = attributes;
  const [kind = ''] = action.split('.');
  if (subject === '') return null;
  return (
    <>
      {ofUsers.includes(kind) && <ActorEmail id={subject} />}
      {kind === 'api_key' && <KeyName id={subject} />}
      <AppTitle subject={subject} />
      <FilterLink member="subject" value={subject} />
    </>
  );
}

/** Of an app that is installed: the name of any other says enough. */
function AppTitle({ subject }: { subject: string }): ReactNode {
  const isReader = useCaller().holds(roles.apps);
  const { data: installed } = useQuery({ ...installationsQuery, enabled: isReader });
  const app = parseAppVersion(subject);
  const title = installed?.find((one) => one.name === app?.name)?.title;
  return title && [title, app?.version].join(' ');
}

function FilterLink({ member, value }: { member: 'actor' | 'subject'; value: string }) {
  return (
    <Link
      className="secondary"
      to="/settings/audit"
      search={({ event: _, ...filter }) => ({ ...filter, [member]: value })}
      activeProps={{ 'aria-current': undefined }}
      title={auditTexts.only(value)}
    >
      <code>{value}</code>
    </Link>
  );
}
