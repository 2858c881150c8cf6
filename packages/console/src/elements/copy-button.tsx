import { useState } from 'react';
import { elementTexts } from '../texts/elements.ts';

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
      <button className="button quiet" type="button" onClick={copy}>
        {outcome === 'copied' ? elementTexts.copied : elementTexts.copy}
      </button>
      <span className={outcome === 'failed' ? 'hint' : 'visually-hidden'} role="status">
        {outcome && elementTexts.copyOutcomes[outcome]}
      </span>
    </>
  );
}
