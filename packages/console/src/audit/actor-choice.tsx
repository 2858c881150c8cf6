import { roles } from '@app-platform/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { signedInUserQuery, useCaller } from '../api/caller.ts';
import { confirmIdentity } from '../api/refusals.ts';
import { apiKeysQuery } from '../api-keys/queries.ts';
import { Button } from '../elements/button.tsx';
import { type Choice, ChoiceField } from '../elements/choice-field.tsx';
import { elementTexts } from '../elements/texts.ts';
import { useDebounced } from '../elements/use-debounced.ts';
import { foundUsersQuery, type User, userQuery } from '../users/queries.ts';
import { type Hidden, useHidden } from '../users/user-name.tsx';
import { type AuditEvent, type AuditFilter, auditQuery } from './queries.ts';
import { auditTexts } from './texts.ts';

type ActorChoiceProps = {
  filter: AuditFilter;
  faults: readonly string[];
  onChoose: (id: string | undefined) => void;
};

/** Who acted: a person found by name or address, a key by its name, or anybody of the list that is shown. */
export function ActorChoice({ filter, faults, onChoose }: ActorChoiceProps) {
  const [typed, setTyped] = useState('');
  const hidden = useHidden(roles.users);
  const { choices, chosen } = useActors(filter, useDebounced(typed));
  return (
    <div>
      <ChoiceField
        label={auditTexts.who}
        placeholder={hidden ? auditTexts.whoSeen : auditTexts.whoHint}
        choices={choices}
        chosen={chosen}
        onChoose={onChoose}
        onType={setTyped}
        faults={faults}
      />
      <WhyHidden hidden={hidden} />
    </div>
  );
}

function WhyHidden({ hidden }: { hidden: Hidden }) {
  if (!hidden) return null;
  return (
    <p className="hint">
      {auditTexts.hidden[hidden](roles.users)}{' '}
      {hidden === 'by-old-sign-in' && (
        <Button look="quiet" onClick={confirmIdentity}>
          {elementTexts.signIn}
        </Button>
      )}
    </p>
  );
}

function useActors(filter: AuditFilter, typed: string) {
  const { actor: id = '' } = filter;
  const isHidden = useHidden(roles.users) !== undefined;
  const keysAreHidden = useHidden(roles.apiKeys) !== undefined;
  const seen = useListedActors(filter);
  const isPerson = seen.find((one) => one.id === id)?.type !== 'api_key';
  const users = useQuery({ ...foundUsersQuery(typed), enabled: !isHidden }).data ?? [];
  const keys = useQuery({ ...apiKeysQuery, enabled: !keysAreHidden }).data ?? [];
  const { data: user } = useQuery({
    ...userQuery(id),
    enabled: !isHidden && isUserId(id) && isPerson,
  });
  const known = new Map(
    [
      ...[...(user ? [user] : []), ...users].map(userChoice),
      ...keys.map(({ id: key, attributes: { name, hint } }) => ({
        id: key,
        text: name || `${hint}…`,
        detail: auditTexts.actors.api_key,
      })),
    ].map((one) => [one.id, one]),
  );
  const others = useOthers(seen.filter((one) => !known.has(one.id)));
  const choices: Choice[] = [...known.values(), ...others];
  const chosen = choices.find((one) => one.id === id) ?? (id ? { id, text: id } : undefined);
  return { choices, chosen };
}

function userChoice({ id, attributes: { name, email } }: User): Choice {
  return name ? { id, text: name, detail: email } : { id, text: email };
}

/** Those whose name the person may not read: by what they are. */
function useOthers(actors: readonly Actor[]): Choice[] {
  const { userId } = useCaller();
  const { data: email } = useQuery(signedInUserQuery);
  return actors.map(({ type, id }) => {
    const kind = auditTexts.actors[type] ?? type;
    return id === userId && email ? { id, text: email } : { id, text: kind, detail: id };
  });
}

type Actor = AuditEvent['attributes']['actor'];

/** Who acted in the events that the list has read. Reads none itself. */
function useListedActors(filter: AuditFilter): Actor[] {
  const { data } = useInfiniteQuery({ ...auditQuery(filter), enabled: false });
  const events = data?.pages.flatMap((page) => page.data) ?? [];
  return [...new Map(events.map(({ attributes: { actor } }) => [actor.id, actor])).values()];
}

function isUserId(id: string): boolean {
  return /^[0-9a-f-]{36}$/.test(id);
}
