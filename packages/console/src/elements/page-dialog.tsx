import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

/**
 * A dialog over a page. It is open while it is rendered: the address decides.
 * @param onClose called for Escape and a click outside, and by the dialog's own buttons
 */
export function PageDialog(props: { title: string; onClose: () => void; children: ReactNode }) {
  const { title, onClose, children } = props;
  return (
    <ModalOverlay
      className="dialog-backdrop"
      isDismissable
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
