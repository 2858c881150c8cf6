import { type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { CloseButton, PageDialog } from './dialogs.tsx';
import { Select } from './fields.tsx';
import { elementTexts } from './texts.ts';

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
      <CloseButton onClose={onClose} />
    </PageDialog>
  );
}

type Outcome = 'copied' | 'failed';

type CopyButtonProps = { text: string; onCopied?: () => void };

/** Copies a text, and says that it did. */
export function CopyButton({ text, onCopied }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>();
  const copy = () => {
    // A browser has a clipboard for pages over https and of this machine alone.
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error());
    copied.then(
      () => {
        setOutcome('copied');
        onCopied?.();
      },
      () => setOutcome('failed'),
    );
  };
  return (
    <>
      <Button look="quiet" onClick={copy}>
        {outcome === 'copied' ? elementTexts.copied : elementTexts.copy}
      </Button>
      <span className={outcome === 'failed' ? 'hint' : 'visually-hidden'} role="status">
        {outcome && elementTexts.copyOutcomes[outcome]}
      </span>
    </>
  );
}

export type Hours = keyof typeof elementTexts.overlaps;

const SECONDS_OF_HOUR = 3_600;
const overlaps = Object.entries(elementTexts.overlaps) as [Hours, string][];

/** How long the secret before stays valid. */
export function OverlapField(props: { hours: Hours; onChange: (hours: Hours) => void }) {
  const { hours, onChange } = props;
  return (
    <Select label={elementTexts.overlap} value={hours} options={overlaps} onChange={onChange} />
  );
}

export function secondsOf(hours: Hours): number {
  return Number(hours) * SECONDS_OF_HOUR;
}
