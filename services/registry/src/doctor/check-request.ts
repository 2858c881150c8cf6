import { type Check, type Facts, failed, passed, unknown } from './check.ts';

const PARAMETERS = 'parameters';

/** The parameters that every request of its kind needs, and the address of an authorization request. */
export function checkParameters({ request, oauthUrl }: Facts): Check[] {
  const checks = [
    ...request.repeated.map((parameter) =>
      failed(PARAMETERS, `'${parameter}' is given more than once. Send it once.`, { parameter }),
    ),
    ...(request.kind === 'authorization'
      ? authorizationFaults(request.parameters)
      : tokenFaults(request.parameters)),
    ...addressFaults(request.address, oauthUrl),
  ];
  return checks.length > 0
    ? checks
    : [passed(PARAMETERS, 'The request has the parameters it needs.')];
}

function authorizationFaults(parameters: ReadonlyMap<string, string>): Check[] {
  const type = parameters.get('response_type');
  return [
    ...missing(parameters, ['redirect_uri', 'response_type', 'scope']),
    ...(type === undefined || type === 'code'
      ? []
      : [wrong('response_type', `is '${shown(type)}'. Send 'code'.`)]),
  ];
}

function tokenFaults(parameters: ReadonlyMap<string, string>): Check[] {
  const type = parameters.get('grant_type');
  const known = ['authorization_code', 'refresh_token'];
  return [
    ...missing(parameters, ['grant_type']),
    ...(type === undefined || known.includes(type)
      ? []
      : [
          wrong('grant_type', `is '${shown(type)}'. Send 'authorization_code' or 'refresh_token'.`),
        ]),
    ...(type === 'authorization_code' ? missing(parameters, ['redirect_uri']) : []),
  ];
}

function missing(parameters: ReadonlyMap<string, string>, names: string[]): Check[] {
  return names
    .filter((name) => !parameters.get(name))
    .map((name) => wrong(name, 'is missing. Add it.'));
}

function wrong(parameter: string, fault: string): Check {
  return failed(PARAMETERS, `'${parameter}' ${fault}`, { parameter });
}

function addressFaults(address: URL | undefined, oauthUrl: string | undefined): Check[] {
  if (!address || oauthUrl === undefined) return [];
  const expected = new URL('/oauth/authorize', oauthUrl);
  if (address.origin === expected.origin && address.pathname === expected.pathname) return [];
  const given = `${address.origin}${shown(address.pathname)}`;
  return [failed(PARAMETERS, `The address is ${given}. Send the browser to ${expected.href}.`)];
}

/** Bounds the answer. */
function shown(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

const PKCE = 'pkce';

/** Proof Key for Code Exchange (RFC 7636): required of clients without a secret, and S256 alone. */
export function checkPkce({ request, client }: Facts): Check[] {
  if (request.kind === 'token') return [];
  const challenge = request.parameters.get('code_challenge');
  const method = request.parameters.get('code_challenge_method');
  if (challenge === undefined) {
    if (client.hasSecret)
      return [passed(PKCE, 'Not sent, and not required: the app has a secret.')];
    const detail = `${client.app} has no client secret, so PKCE is required. Send 'code_challenge' and 'code_challenge_method=S256', or generate a secret.`;
    return [failed(PKCE, detail, { parameter: 'code_challenge' })];
  }
  if (method !== 'S256') {
    const given = method === undefined ? 'is missing, which means plain' : 'is not S256';
    const detail = `'code_challenge_method' ${given}. Send S256: BASE64URL(SHA256(code_verifier)).`;
    return [failed(PKCE, detail, { parameter: 'code_challenge_method' })];
  }
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    const detail =
      "'code_challenge' is no SHA-256 digest in base64url without padding, which has 43 characters.";
    return [failed(PKCE, detail, { parameter: 'code_challenge' })];
  }
  return [passed(PKCE, 'The code challenge is well formed.')];
}

const CLIENT_SECRET = 'client_secret';

/** When the secret was rotated: a request with an older one is refused. The secret itself is not sent. */
export function checkSecret({ request, secrets, client, now }: Facts): Check[] {
  if (request.kind === 'authorization') return [];
  const [current] = secrets;
  if (!current) {
    const detail = `${client.app} has no client secret. Send none, with PKCE; or generate one: POST /v1/apps/available/${client.app}/secret.`;
    return [unknown(CLIENT_SECRET, detail)];
  }
  const generatedAt = current.createdAt.toISOString();
  const overlapping = secrets.filter(({ expiresAt }) => expiresAt !== null && expiresAt > now);
  const ends = overlapping.map(({ expiresAt }) => expiresAt?.toISOString());
  const [until] = ends;
  const before =
    until === undefined ? 'Earlier ones have ended' : `Earlier ones end at ${ends.join(', ')}`;
  const detail = `Not checked: a secret is not sent here. The current one was generated at ${generatedAt}. ${before}. If the app was deployed with an older one, give it the current one.`;
  return [unknown(CLIENT_SECRET, detail, { generatedAt, ...(until && { previousEndsAt: until }) })];
}
