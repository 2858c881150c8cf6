import { type ReactNode, useId, useState } from 'react';
import { elementTexts } from '../texts/elements.ts';
import { layoutTexts } from '../texts/layout.ts';
import { CopyButton } from './copy-button.tsx';
import { PageDialog } from './page-dialog.tsx';

type ShownOnceProps = {
  title: string;
  /** What the value is. */
  label: string;
  /** A secret. It is in the state of a component alone, and gone when the dialog closes. */
  value: string;
  children?: ReactNode;
  onClose: () => void;
};

/** A dialog with a value that cannot be had again: Escape closes it once the value is copied. */
export function ShownOnce({ title, label, value, children, onClose }: ShownOnceProps) {
  const id = useId();
  const [isCopied, setIsCopied] = useState(false);
  return (
    <PageDialog title={title} onClose={onClose} isLasting isEscapeBlocked={!isCopied}>
      <p className="notice">{elementTexts.shownOnce}</p>
      {children}
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <div className="copied-value">
          <input
            id={id}
            readOnly
            value={value}
            spellCheck={false}
            onFocus={(event) => event.target.select()}
            onCopy={() => setIsCopied(true)}
          />
          <CopyButton text={value} onCopied={() => setIsCopied(true)} />
        </div>
      </div>
      <div className="dialog-actions">
        <button className="button" type="button" onClick={onClose}>
          {layoutTexts.close}
        </button>
      </div>
    </PageDialog>
  );
}
