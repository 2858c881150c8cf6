import { type RefObject, useId } from 'react';
import { editorTexts } from '../texts/editor.ts';
import type { PlacedFinding } from './findings.ts';
import { MessageText } from './message-text.tsx';
import type { Inspection } from './use-inspection.ts';

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
              <button
                className="button quiet"
                type="button"
                aria-label={editorTexts.fixFinding(finding.detail)}
                disabled={state === 'behind'}
                onClick={() => onFix(finding)}
              >
                {editorTexts.fix}
              </button>
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
