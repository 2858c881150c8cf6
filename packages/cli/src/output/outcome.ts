import type { CommandFailure, ReportedError } from '../failure.ts';

/** What a command found or did. */
export type Outcome = {
  /** For programs. */
  data: unknown;
  /** For people. */
  text: string;
};

export function envelopeOf(outcome: Outcome): string {
  return JSON.stringify({ ok: true, data: outcome.data, errors: [] });
}

export function failedEnvelopeOf({ data, errors }: CommandFailure): string {
  return JSON.stringify({ ok: false, data, errors: errors.map(complete) });
}

function complete({ code, detail, pointer, line, column, ...more }: ReportedError) {
  return {
    code,
    detail,
    pointer: pointer ?? null,
    line: line ?? null,
    column: column ?? null,
    ...more,
  };
}

/** A failure for people: what is wrong, and where. */
export function failureText({ errors, text }: CommandFailure): string {
  if (text !== undefined) return text;
  return errors
    .map(({ code, detail, pointer }) =>
      code === 'usage' ? detail : `${code}${pointer ? ` at ${pointer}` : ''}: ${detail}`,
    )
    .join('\n');
}
