import { useEffect, useState } from 'react';
import type { PlacedFinding, RegistryFinding } from './findings.ts';
import { lint } from './linting.ts';

const TYPING_PAUSE_MILLISECONDS = 250;

export type Inspection = {
  findings: PlacedFinding[];
  /** `behind`: the text has changed since. */
  state: 'current' | 'behind' | 'failed';
};

/** What the linter, and the registry before it, find in a text. */
export function useInspection(text: string, fromRegistry: readonly RegistryFinding[]): Inspection {
  const [inspected, setInspected] = useState({ text: '', findings: [] as PlacedFinding[] });
  const [failedText, setFailedText] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    const inspect = async () => {
      try {
        const findings = await lint({ operation: 'inspect', text, fromRegistry });
        if (isWanted) setInspected({ text, findings });
      } catch {
        if (isWanted) setFailedText(text);
      }
    };
    const timer = setTimeout(inspect, TYPING_PAUSE_MILLISECONDS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [text, fromRegistry]);
  const { findings } = inspected;
  if (failedText === text) return { findings, state: 'failed' };
  return { findings, state: inspected.text === text ? 'current' : 'behind' };
}
