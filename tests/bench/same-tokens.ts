import { decodeJwt, decodeProtectedHeader } from 'jose';

/** @throws Error where access tokens differ in more than whom they are about: no ratio would count */
export function verifySameTokens(accessTokens: string[]): void {
  const [ours, ...others] = accessTokens.map(shapeOf);
  for (const other of others) {
    if (other === ours) continue;
    throw new Error(
      `The access tokens of our services and of a baseline differ:\n${ours}\n${other}`,
    );
  }
}

function shapeOf(accessToken: string): string {
  const { kid: _key, ...header } = decodeProtectedHeader(accessToken);
  const claims = decodeJwt(accessToken);
  const { aud, scope, client_id, org, exp = 0, iat = 0 } = claims;
  const seconds = exp - iat;
  return JSON.stringify({
    ...{ header, aud, scope, client_id, org, seconds },
    claims: Object.keys(claims).sort(),
    characters: accessToken.length,
  });
}
