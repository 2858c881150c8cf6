import { answerLintCall } from './answer-lint-call.ts';
import type { LintCall } from './findings.ts';

// The linter may take a second for a large definition, and nobody may wait for it while typing.
addEventListener('message', ({ data }: MessageEvent<{ id: number; call: LintCall }>) => {
  postMessage({ id: data.id, result: answerLintCall(data.call) });
});
