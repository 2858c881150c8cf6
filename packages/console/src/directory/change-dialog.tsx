import { unwrap } from '@app-platform/client/source';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { registry } from '../api/clients.ts';
import { type Once, useChange } from '../api/use-write.ts';
import { Button } from '../elements/button.tsx';
import { ActionDialog, PageDialog, useCloseDialog } from '../elements/dialogs.tsx';
import { Field } from '../elements/fields.tsx';
import { RefusalNotice } from '../elements/notices.tsx';
import { RecoverableSection } from '../elements/recoverable-section.tsx';
import { elementTexts } from '../elements/texts.ts';
import { useFormInput } from '../elements/use-form.ts';
import type { Change, PlannedKind } from './changes.ts';
import { LimitDialog } from './limit-dialog.tsx';
import { PlannedChange } from './planned-change.tsx';
import { isPossible } from './possible-changes.ts';
import { type App, type Installation, installationRequestsQuery } from './queries.ts';
import { directoryTexts, planTexts, requestTexts, waitingRolesTexts } from './texts.ts';

type Props = {
  app: App;
  installation: Installation | undefined;
  change: Change;
  /** Shows what was done instead of the dialog; nothing for a request that was withdrawn. */
  onDone: (done?: Change) => void;
};

/** The dialog of a change of the installation: what it would do, and the button that does it. */
export function ChangeDialog({ app, installation, change, onDone }: Props) {
  const close = useCloseDialog('change');
  const dialog = { app, onClose: close, onDone: () => onDone(change) };
  if (!isPossible(change, { app, installation })) return null;
  if (change === 'roles') {
    return installation && <WaitingRolesDialog {...{ app, installation }} onClose={close} />;
  }
  if (change === 'limit') {
    return installation && <LimitDialog installation={installation} onClose={close} />;
  }
  return (
    <PageDialog
      title={titleOf(change, app, installation)}
      onClose={close}
      isWide={change === 'upgrade' || change === 'update'}
    >
      <RecoverableSection>
        {change === 'ask' ? (
          <AskAdministrator {...dialog} onWithdrawn={() => onDone()} />
        ) : (
          <PlannedChange {...dialog} installation={installation} change={change} />
        )}
      </RecoverableSection>
    </PageDialog>
  );
}

function titleOf(
  change: PlannedKind | 'ask',
  app: App,
  installation: Installation | undefined,
): string {
  const { title, version } = app;
  if (change === 'uninstall') return planTexts.uninstall(title);
  if (change === 'upgrade') return planTexts.upgrade(title, version);
  if (change === 'update') return planTexts.upgrade(title, installation?.compatibleVersion ?? '');
  if (change === 'rollback') return planTexts.rollback(title, installation?.previousVersion ?? '');
  return change === 'ask' ? planTexts.ask(title) : planTexts.install(title, version);
}

const MOST_CHARACTERS = 500;

type AskProps = {
  app: App;
  onClose: () => void;
  onDone: () => void;
  onWithdrawn: () => void;
};

/** Asks the administrators to install an app, with a reason. It is for users who may not install apps. */
function AskAdministrator(props: AskProps) {
  const { app, onDone, onClose } = props;
  const { data: requests } = useSuspenseQuery(installationRequestsQuery);
  const asked = requests.find((one) => one.app === app.name);
  const initial = { note: asked?.note ?? '' };
  const { input, change, close } = useFormInput(`ask for ${app.name}`, initial, onDone);
  const ask = useAsk(app, close);
  const send = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate(input.note);
  };
  return (
    <form onSubmit={send}>
      <p>{asked ? requestTexts.askedBefore : requestTexts.explanation}</p>
      <Field
        label={requestTexts.note}
        rows={4}
        maxLength={MOST_CHARACTERS}
        value={input.note}
        onChange={(note) => change({ note })}
      />
      <RefusalNotice error={ask.error} />
      <div className="dialog-actions">
        {asked && <WithdrawButton id={asked.id} onDone={props.onWithdrawn} />}
        <Button look="quiet" onClick={onClose}>
          {elementTexts.cancel}
        </Button>
        <Button type="submit" disabled={ask.isPending}>
          {directoryTexts.ask}
        </Button>
      </div>
    </form>
  );
}

function WithdrawButton({ id, onDone }: { id: string; onDone: () => void }) {
  const withdraw = useWithdraw(id, onDone);
  return (
    <Button look="danger" disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
      {requestTexts.withdraw}
    </Button>
  );
}

function useAsk({ name, visibility }: App, onDone: () => void) {
  const change = (once: Once, note: string) => {
    const body = { app: name, visibility, note };
    return unwrap(registry.POST('/v1/installation-requests', once({ body })));
  };
  return useChange(installationRequestsQuery.queryKey, change, onDone);
}

function useWithdraw(id: string, onDone: () => void) {
  const change = () =>
    unwrap(registry.DELETE('/v1/installation-requests/{id}', { params: { path: { id } } }));
  return useChange(installationRequestsQuery.queryKey, change, onDone);
}

type WaitingRolesProps = { app: App; installation: Installation; onClose: () => void };

/** Decides about the roles that an upgrade requests. Roles that are not chosen are refused. */
function WaitingRolesDialog({ app, installation, onClose }: WaitingRolesProps) {
  const { waitingRoles } = installation;
  const initial = { allowed: waitingRoles };
  const { input, change, close } = useFormInput(`roles of ${app.name}`, initial, onClose);
  const decision = useChange(['apps'], (once) => decide(once, installation, input.allowed), close);
  const choose = (role: string, isAllowed: boolean) => {
    const others = input.allowed.filter((one) => one !== role);
    change({ allowed: isAllowed ? [...others, role] : others });
  };
  return (
    <ActionDialog
      title={waitingRolesTexts.title(app.title)}
      action={waitingRolesTexts.decide}
      mutation={decision}
      onClose={close}
    >
      <fieldset className="role-decision">
        <legend>{waitingRolesTexts.explanation}</legend>
        {waitingRoles.map((role) => (
          <label key={role}>
            <input
              type="checkbox"
              checked={input.allowed.includes(role)}
              onChange={(event) => choose(role, event.target.checked)}
            />{' '}
            <code>{role}</code>
          </label>
        ))}
      </fieldset>
    </ActionDialog>
  );
}

function decide(once: Once, installation: Installation, allowed: string[]) {
  const { name, visibility, roles } = installation;
  const params = { path: { name }, query: { visibility } };
  const body = { roles: [...(roles ?? []).map(String), ...allowed] };
  return unwrap(registry.POST('/v1/apps/installed/{name}/roles', once({ params, body })));
}
