import { unwrap } from '@app-platform/client/source';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { registry } from '../api/clients.ts';
import { useFormInput } from '../api/form-input.ts';
import { RefusalNotice } from '../elements/refusal-notice.tsx';
import { directoryTexts, requestTexts } from '../texts/directory.ts';
import { layoutTexts } from '../texts/layout.ts';
import { type App, installationRequestsQuery } from './queries.ts';

const MOST_CHARACTERS = 500;

type Props = {
  app: App;
  onClose: () => void;
  onDone: () => void;
  onWithdrawn: () => void;
};

/** For a person who may not install apps: tells the administrators which one is wanted, and why. */
export function AskAdministrator(props: Props) {
  const { app, onDone, onClose } = props;
  const { data: requests } = useSuspenseQuery(installationRequestsQuery);
  const asked = requests.find((one) => one.app === app.name);
  const { input, change, forget } = useFormInput(`ask for ${app.name}`, {
    note: asked?.note ?? '',
  });
  const ask = useAsk(app, () => {
    forget();
    onDone();
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate(input.note);
  };
  return (
    <form onSubmit={send}>
      <p>{asked ? requestTexts.askedBefore : requestTexts.explanation}</p>
      <div className="field">
        <label htmlFor="note">{requestTexts.note}</label>
        <textarea
          id="note"
          rows={4}
          maxLength={MOST_CHARACTERS}
          value={input.note}
          onChange={(event) => change({ note: event.target.value })}
        />
      </div>
      <RefusalNotice error={ask.error} />
      <div className="dialog-actions">
        {asked && <WithdrawButton id={asked.id} onDone={props.onWithdrawn} />}
        <button className="button quiet" type="button" onClick={onClose}>
          {layoutTexts.cancel}
        </button>
        <button className="button" type="submit" disabled={ask.isPending}>
          {directoryTexts.ask}
        </button>
      </div>
    </form>
  );
}

function WithdrawButton({ id, onDone }: { id: string; onDone: () => void }) {
  const withdraw = useWithdraw(id, onDone);
  return (
    <button
      className="button danger"
      type="button"
      disabled={withdraw.isPending}
      onClick={() => withdraw.mutate()}
    >
      {requestTexts.withdraw}
    </button>
  );
}

function useAsk({ name, visibility }: App, onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (note: string) => {
      const body = { app: name, visibility, note };
      return unwrap(registry.POST('/v1/installation-requests', { body }));
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries(installationRequestsQuery);
      onDone();
    },
  });
}

function useWithdraw(id: string, onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      unwrap(registry.DELETE('/v1/installation-requests/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      await queryClient.invalidateQueries(installationRequestsQuery);
      onDone();
    },
  });
}
