import { type Check, type Facts, failed, passed } from './check.ts';

const NAME = 'pkce';

/** Proof Key for Code Exchange (RFC 7636): required of clients without a secret, and S256 alone. */
export function checkPkce({ request, client }: Facts): Check[] {
  if (request.kind === 'token') return [];
  const challenge = request.parameters.get('code_challenge');
  const method = request.parameters.get('code_challenge_method');
  if (challenge === undefined) {
    if (client.hasSecret)
      return [passed(NAME, 'Not sent, and not required: the app has a secret.')];
    const detail = `${client.app} has no client secret, so PKCE is required. Send 'code_challenge' and 'code_challenge_method=S256', or generate a secret.`;
    return [failed(NAME, detail, { parameter: 'code_challenge' })];
  }
  if (method !== 'S256') {
    const given = method === undefined ? 'is missing, which means plain' : 'is not S256';
    const detail = `'code_challenge_method' ${given}. Send S256: BASE64URL(SHA256(code_verifier)).`;
    return [failed(NAME, detail, { parameter: 'code_challenge_method' })];
  }
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    const detail =
      "'code_challenge' is no SHA-256 digest in base64url without padding, which has 43 characters.";
    return [failed(NAME, detail, { parameter: 'code_challenge' })];
  }
  return [passed(NAME, 'The code challenge is well formed.')];
}
