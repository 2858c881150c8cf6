import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { unlessBeside } from '../api/field-faults.ts';
import { elementTexts } from '../texts/elements.ts';
import { layoutTexts } from '../texts/layout.ts';
import { PageDialog } from './page-dialog.tsx';
import { RefusalNotice } from './refusal-notice.tsx';

export type ActionDialogProps = {
  title: string;
  /** What the action does, or the fields of its form. */
  children: ReactNode;
  /** The text of the button. */
  action: string;
  isDanger?: boolean;
  /** Why the last attempt failed, and whether one is under way. */
  state: { error: unknown; isPending: boolean };
  /** Of the fields that show their own faults. */
  pointers?: readonly string[];
  onAction: () => void;
  onClose: () => void;
};

/** Confirms an action, or asks for its input. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, children, action, isDanger, state, pointers = [], onAction, onClose } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!state.isPending) onAction();
  };
  return (
    <PageDialog title={title} onClose={onClose} isLasting>
      <form noValidate onSubmit={submit}>
        {children}
        <Refusal error={unlessBeside(state.error, pointers)} />
        <div className="dialog-actions">
          <button className="button quiet" type="button" onClick={onClose}>
            {layoutTexts.cancel}
          </button>
          <button
            className={isDanger ? 'button danger' : 'button'}
            type="submit"
            aria-disabled={state.isPending}
          >
            {state.isPending ? elementTexts.working : action}
          </button>
        </div>
      </form>
    </PageDialog>
  );
}

/** A long form may have scrolled it out of sight. */
function Refusal({ error }: { error: unknown }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) place.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <div ref={place}>
      <RefusalNotice error={error} />
    </div>
  );
}
