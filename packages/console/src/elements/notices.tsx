import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCaller } from '../api/caller.ts';
import {
  confirmIdentity,
  isFilterRefused,
  isRecentSignInNeeded,
  isSessionEnded,
  reasonsOf,
} from '../api/refusals.ts';
import { Button } from './button.tsx';
import { elementTexts } from './texts.ts';

/** In place of a list without entries: why it has none, and what to do next. */
export function EmptyState(props: { title: string; advice?: string; children?: ReactNode }) {
  return (
    <div className="empty-state">
      <h2>{props.title}</h2>
      {props.advice && <p>{props.advice}</p>}
      {props.children}
    </div>
  );
}

type FilteredListProps = {
  /** Of the address, which anybody may have typed. */
  filter: object;
  /** Leads to the list without the filter. */
  showAll: ReactNode;
  children: ReactNode;
};

/** A list, or why its filter is refused. The page stays, with the fields of the filter. */
export function FilteredList({ filter, showAll, children }: FilteredListProps) {
  const instead = ({ error }: { error: unknown }) => {
    if (!isFilterRefused(error)) throw error;
    return (
      <EmptyState title={elementTexts.filterRefused}>
        <RefusalNotice error={error} />
        {showAll}
      </EmptyState>
    );
  };
  return (
    <CatchBoundary getResetKey={() => JSON.stringify(filter)} errorComponent={instead}>
      {children}
    </CatchBoundary>
  );
}

/** What a person with one of the roles may see, or who can give the role. */
export function RoleRequired(props: { roles: readonly string[]; children: ReactNode }) {
  const caller = useCaller();
  return props.roles.some(caller.holds) ? props.children : <RoleMissing roles={props.roles} />;
}

/** In place of what a person may not see: who can give the role. @param roles one of them is enough */
function RoleMissing({ roles }: { roles: readonly string[] }) {
  const { organizationName } = useCaller();
  return (
    <EmptyState
      title={elementTexts.roleMissing}
      advice={elementTexts.roleMissingAdvice(roles, organizationName)}
    />
  );
}

/** Why an action was refused. It is shown beside the action's button. */
export function RefusalNotice({ error }: { error: unknown }) {
  if (!error) return null;
  const needsSignIn = isRecentSignInNeeded(error);
  const reasons = needsSignIn
    ? [elementTexts.confirmReason]
    : reasonsOf(error, elementTexts.transient);
  return (
    <div className="notice bad" role="alert">
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {(needsSignIn || isSessionEnded(error)) && (
        <Button onClick={confirmIdentity}>{elementTexts.signIn}</Button>
      )}
    </div>
  );
}

type Props = {
  /** Shown instead, as it was written. */
  text?: string | undefined;
  children: ReactNode;
};

/**
 * A part of a page that renders a developer's text. If it cannot be rendered, the unformatted text or an error
 * message replaces it, and the rest of the page works.
 */
export function Contained({ text, children }: Props) {
  const instead = () =>
    typeof text === 'string' ? (
      <AsWritten text={text} />
    ) : (
      <p className="muted">{elementTexts.partFailed}</p>
    );
  return (
    <CatchBoundary getResetKey={() => text ?? ''} errorComponent={instead}>
      {children}
    </CatchBoundary>
  );
}

export function AsWritten({ text }: { text: string }) {
  return <p className="as-written">{text}</p>;
}
