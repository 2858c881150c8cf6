import { PlatformError } from '@app-platform/client/source';
import { problem } from '@app-platform/contracts';
import { expect, it } from '@jest/globals';
import { reasonsOf } from './refusals.ts';

it.each([
  [
    'points-1.2.0 was registered long ago. Yank it instead: POST /v1/apps/available/points-1.2.0/yank.',
    'points-1.2.0 was registered long ago. Yank it instead.',
  ],
  [
    'It was uninstalled. Install it: POST /v1/apps/installed {"app":"points-1.2.0"}. Then try again.',
    'It was uninstalled. Install it. Then try again.',
  ],
  ["There is no app 'POST /x'.", "There is no app 'POST /x'."],
])('a refusal tells a person no call of the API: %s', (detail, reason) => {
  const refused = new PlatformError(new Response(null, { status: 409 }), [
    problem('already_installed', detail),
  ]);
  expect(reasonsOf(refused, 'unreachable')).toEqual([reason]);
});

it('a failure without an answer is one to reach the platform', () => {
  expect(reasonsOf(new TypeError('fetch failed'), 'unreachable')).toEqual(['unreachable']);
});
