/** The most scopes that a request names, and a token has. */
export const MAX_SCOPES = 40;
/** The most characters of them, with the spaces between them. */
export const MAX_SCOPE_CHARACTERS = 1_600;

/** The most characters of a service's public address. */
export const MAX_SERVICE_URL_CHARACTERS = 255;

/**
 * The most characters of a bearer credential. An access token with the longest scope, client id and
 * addresses of both services has about 3,900.
 */
export const MAX_CREDENTIAL_CHARACTERS = 4_096;

/** How far the clocks of a token's issuer and of the registry may differ. */
export const CLOCK_TOLERANCE_SECONDS = 5;
