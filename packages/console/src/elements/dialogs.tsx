import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.tsx';
import { RefusalNotice } from './notices.tsx';
import { elementTexts } from './texts.ts';
import { useIsShown } from './use-is-shown.ts';

/** The longest that systems allow between the clicks of a double click. */
const DOUBLE_CLICK_MILLISECONDS = 500;

type PageDialogProps = {
  title: string;
  onClose: () => void;
  /** A click outside does not close it: what is typed or shown once would be lost. */
  isLasting?: boolean;
  /** Escape does not close it. */
  isEscapeBlocked?: boolean;
  /** It has a table. */
  isWide?: boolean;
  children: ReactNode;
};

/**
 * A dialog over a page. It is open while it is rendered: the address decides.
 * @param onClose called for Escape and a click outside, and by the dialog's own buttons
 */
export function PageDialog(props: PageDialogProps) {
  const { title, onClose, isLasting = false, isEscapeBlocked = false, isWide = false } = props;
  useFocusAfterwards();
  const [openedAt] = useState(() => performance.now());
  return (
    <ModalOverlay
      className="dialog-backdrop"
      isDismissable={!isLasting}
      // The second click of a double click on the button that opened it falls outside.
      shouldCloseOnInteractOutside={() => timeOfEvent() - openedAt > DOUBLE_CLICK_MILLISECONDS}
      isKeyboardDismissDisabled={isEscapeBlocked}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className={isWide ? 'dialog-frame wide' : 'dialog-frame'}>
        <Dialog>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {props.children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** When the user did it. A slow browser handles it later. */
function timeOfEvent(): number {
  return window.event?.timeStamp ?? performance.now();
}

/** The footer of a dialog that shows something. */
export function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <div className="dialog-actions">
      <Button onClick={onClose}>{elementTexts.close}</Button>
    </div>
  );
}

/** Focuses the page's content if React Aria cannot restore the focus: no button opened the dialog, or it is gone. */
function useFocusAfterwards(): void {
  // React Aria restores the focus in an animation frame that it requested before this one.
  useEffect(() => () => void requestAnimationFrame(focusContent), []);
}

function focusContent(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById('content')?.focus({ preventScroll: true });
}

export type ActionDialogProps = {
  title: string;
  /** What the action does, or the fields of its form. */
  children: ReactNode;
  /** The text of the button. */
  action: string;
  isDanger?: boolean;
  /** What the button does, why the last attempt failed, and whether one is under way. */
  mutation: { mutate: () => void; error: unknown; isPending: boolean };
  onClose: () => void;
};

/** Confirms an action, or shows the form for its input. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, children, action, isDanger, mutation, onClose } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mutation.isPending) mutation.mutate();
  };
  return (
    <PageDialog title={title} onClose={onClose} isLasting>
      <form noValidate onSubmit={submit}>
        {children}
        <Refusal error={mutation.error} />
        <div className="dialog-actions">
          <Button look="quiet" onClick={onClose}>
            {elementTexts.cancel}
          </Button>
          <Button
            look={isDanger ? 'danger' : undefined}
            type="submit"
            isPending={mutation.isPending}
          >
            {mutation.isPending ? elementTexts.working : action}
          </Button>
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

/**
 * @param members of the address that open the dialog
 * @returns closes it. The address is replaced: going back must not open the dialog again
 */
export function useCloseDialog(...members: string[]): () => void {
  const navigate = useNavigate();
  const isShown = useIsShown();
  const isKept = ([name]: [string, unknown]) => !members.includes(name);
  return () => {
    if (!isShown()) return;
    void navigate({
      to: '.',
      search: (before: object) => Object.fromEntries(Object.entries(before).filter(isKept)),
      replace: true,
      resetScroll: false,
    });
  };
}
