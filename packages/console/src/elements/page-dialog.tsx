import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

type PageDialogProps = {
  title: string;
  onClose: () => void;
  /** A click outside does not close it: what is typed or shown once would be lost. */
  isLasting?: boolean;
  children: ReactNode;
};

/**
 * A dialog over a page. It is open while it is rendered: the address decides.
 * @param onClose called for Escape and a click outside, and by the dialog's own buttons
 */
export function PageDialog({ title, onClose, isLasting = false, children }: PageDialogProps) {
  return (
    <ModalOverlay
      className="dialog-backdrop"
      isDismissable={!isLasting}
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
