import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';

/** An authorization or token request that failed, without its secrets. */
export type OauthRequest = {
  kind: 'authorization' | 'token';
  /** Parameters, each once. */
  parameters: ReadonlyMap<string, string>;
  /** Parameters that were given more than once. */
  repeated: string[];
  /** The address of an authorization request, without its query. */
  address?: URL;
};

export type DoctorRequest = {
  /** The address to which the browser was sent. */
  url?: string;
  /** The form fields of a token request, without secrets. */
  tokenRequest?: Record<string, string>;
  /** Whose user it was; left out for the caller's own organization. */
  organizationId?: string;
  /** Email address or id of the user. */
  user?: string;
};

/** Nobody needs these to find the fault, and nobody else may have them. */
const SECRETS = ['client_secret', 'code', 'refresh_token', 'code_verifier', 'client_assertion'];

/**
 * @throws AppError `invalid_body` for anything but one request, for an address that is none, and for a
 *   secret, which is not repeated
 */
export function readRequest({ url, tokenRequest }: DoctorRequest): OauthRequest {
  if ((url === undefined) === (tokenRequest === undefined)) {
    const detail =
      "Send either 'url', the address of an authorization request, or 'tokenRequest', the fields of a token request.";
    throw new AppError(problem('invalid_body', detail, { pointer: '' }));
  }
  if (url !== undefined) return authorizationRequest(url);
  const fields = Object.entries(tokenRequest ?? {});
  refuseSecrets(
    fields.map(([name]) => name),
    '/tokenRequest',
  );
  return { kind: 'token', parameters: new Map(fields), repeated: [] };
}

function authorizationRequest(text: string): OauthRequest {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    const detail = "'url' is no address. Send the whole address that the browser was sent to.";
    throw new AppError(problem('invalid_body', detail, { pointer: '/url' }));
  }
  const address = new URL(text);
  const names = [...address.searchParams.keys()];
  refuseSecrets(names, '/url');
  const repeated = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  return { kind: 'authorization', parameters: new Map(address.searchParams), repeated, address };
}

function refuseSecrets(names: readonly string[], pointer: string): void {
  const given = SECRETS.filter((name) => names.includes(name));
  if (given.length === 0) return;
  const problems = given.map((name) =>
    problem('invalid_body', `Leave '${name}' out: it is a secret, and not needed.`, { pointer }),
  );
  throw new AppError(problems);
}
