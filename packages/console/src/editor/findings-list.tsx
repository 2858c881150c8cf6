import { type RefObject, useId } from 'react';
import { Button } from '../elements/button.tsx';
import type { PlacedFinding } from './answer-lint-call.ts';
import type { Inspection } from './linter.ts';
import { editorTexts } from './texts.ts';

type Props = {
  inspection: Inspection;
  /** Receives the focus where a button goes away. */
  headingRef: RefObject<HTMLHeadingElement | null>;
  onGoTo: (finding: PlacedFinding) => void;
  onFix: (finding: PlacedFinding) => void;
};

/** Everything that is wrong with the definition, with the way to mend it. */
export function FindingsList({ inspection, headingRef, onGoTo, onFix }: Props) {
  const { findings, state } = inspection;
  const id = useId();
  return (
    <section className="findings" aria-labelledby={id}>
      <h2 id={id} ref={headingRef} tabIndex={-1}>
        {editorTexts.findings}
      </h2>
      <p className="muted" role="status">
        {summaryOf(inspection)}
      </p>
      <ul className="plain-list">
        {findings.map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two findings may be alike
          <li key={index} className={`finding ${finding.severity}`}>
            <FindingText finding={finding} onGoTo={onGoTo} />
            {finding.fix && (
              <Button
                look="quiet"
                aria-label={editorTexts.fixFinding(finding.detail)}
                disabled={state === 'behind'}
                onClick={() => onFix(finding)}
              >
                {editorTexts.fix}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function FindingText({ finding, onGoTo }: { finding: PlacedFinding } & Pick<Props, 'onGoTo'>) {
  const { severity, detail, line, page, isFromRegistry } = finding;
  return (
    <div>
      <p className="finding-facts">
        <span className={severity === 'error' ? 'badge bad' : 'badge warning'}>
          {editorTexts.severities[severity]}
        </span>
        {isFromRegistry && <span className="badge">{editorTexts.fromRegistry}</span>}
        <button
          className="text-button"
          type="button"
          aria-label={editorTexts.goTo(line)}
          onClick={() => onGoTo(finding)}
        >
          {editorTexts.line(line)}
        </button>
        {page && (
          <a href={page} target="_blank" rel="noopener">
            {editorTexts.rule}
          </a>
        )}
      </p>
      <p>
        <MessageText text={detail} />
      </p>
    </div>
  );
}

function summaryOf({ findings, state }: Inspection): string {
  if (state === 'failed') return editorTexts.linterFailed;
  if (findings.length === 0) {
    return state === 'behind' ? editorTexts.checking : editorTexts.noFindings;
  }
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return editorTexts.counts(errors, findings.length - errors);
}

/** A message of the linter: names in backticks are code. */
function MessageText({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts do not move
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
