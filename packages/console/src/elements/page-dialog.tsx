import { type ReactNode, useEffect } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

type PageDialogProps = {
  title: string;
  onClose: () => void;
  /** A click outside does not close it: what is typed or shown once would be lost. */
  isLasting?: boolean;
  /** Escape does not close it. */
  isEscapeBlocked?: boolean;
  children: ReactNode;
};

/**
 * A dialog over a page. It is open while it is rendered: the address decides.
 * @param onClose called for Escape and a click outside, and by the dialog's own buttons
 */
export function PageDialog(props: PageDialogProps) {
  const { title, onClose, isLasting = false, isEscapeBlocked = false, children } = props;
  useFocusAfterwards();
  return (
    <ModalOverlay
      className="dialog-backdrop"
      isDismissable={!isLasting}
      isKeyboardDismissDisabled={isEscapeBlocked}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className="dialog-frame">
        <Dialog>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The content of the page gets the focus where nothing can get it back: no button opened the dialog, or it is gone. */
function useFocusAfterwards(): void {
  // React Aria gives the focus back in an animation frame, which it has asked for before this.
  useEffect(() => () => void requestAnimationFrame(focusContent), []);
}

function focusContent(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById('content')?.focus({ preventScroll: true });
}
