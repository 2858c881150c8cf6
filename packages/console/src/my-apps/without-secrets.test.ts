import { expect, it } from '@jest/globals';
import { withoutSecrets } from './without-secrets.ts';

it.each([
  ['grant_type=refresh_token&refresh_token=x&client_id=a', 'grant_type=refresh_token&client_id=a'],
  ['client_secret=x&code=y&code_verifier=z', ''],
  ['https://a.test/cb?code=x&state=y', 'https://a.test/cb?state=y'],
  ['response_type=code&code_challenge=x', 'response_type=code&code_challenge=x'],
])('%s becomes %s', (text, expected) => {
  expect(withoutSecrets(text)).toBe(expected);
});
