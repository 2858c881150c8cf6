import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

/**
 * Calls a step when the client is known, and authenticated where it must be, before the other
 * parameters are checked. oidc-provider has no hook there, so its first question to the client is used:
 * actions/authorization/response_parameters.js, and actions/token.js.
 */
export function afterAuthentication(
  { Client }: Provider,
  step: (context: KoaContextWithOIDC) => void,
): void {
  const { prototype } = Client;
  const { responseTypeAllowed, grantTypeAllowed } = prototype;
  prototype.responseTypeAllowed = function checkResponseType(type) {
    if (Provider.ctx) step(Provider.ctx);
    return responseTypeAllowed.call(this, type);
  };
  prototype.grantTypeAllowed = function checkGrantType(type) {
    // Other endpoints ask this later, and more than once.
    if (Provider.ctx?.oidc.route === 'token') step(Provider.ctx);
    return grantTypeAllowed.call(this, type);
  };
}
