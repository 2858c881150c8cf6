import { PlatformError } from '@app-platform/client/source';
import { problem } from '@app-platform/contracts';
import { expect, it } from '@jest/globals';
import { reasonsOf } from './refusals.ts';

const reasons = { unreachable: 'unreachable', timeout: 'timeout', busy: 'busy' };

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
  expect(reasonsOf(refused, reasons)).toEqual([reason]);
});

it.each([
  new TypeError('fetch failed'),
  new PlatformError(undefined, [], { cause: new TypeError('fetch failed') }),
])('a failure without an answer is one to reach the platform: %s', (failure) => {
  expect(reasonsOf(failure, reasons)).toEqual(['unreachable']);
});

it('an attempt that took too long is a timeout', () => {
  const cause = new DOMException('signal timed out', 'TimeoutError');
  const failure = new PlatformError(undefined, [], { cause });
  expect(reasonsOf(failure, reasons)).toEqual(['timeout']);
});

it('a 503 says that the platform is busy', () => {
  const refused = new PlatformError(new Response(null, { status: 503 }), []);
  expect(reasonsOf(refused, reasons)).toEqual(['busy']);
});
