import { answerLintCall, type LintCall } from './answer-lint-call.ts';

// Linting a large definition can take a second, which would block typing.
addEventListener('message', ({ data }: MessageEvent<{ id: number; call: LintCall }>) => {
  postMessage({ id: data.id, result: answerLintCall(data.call) });
});
