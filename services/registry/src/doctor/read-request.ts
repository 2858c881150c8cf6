import { problem, storableText } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { type Static, Type } from '@sinclair/typebox';

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

const storable = (description: string, maxLength: number) =>
  Type.String({ ...storableText, description, minLength: 1, maxLength });

export const DoctorRequest = Type.Object(
  {
    url: Type.Optional(storable('The address to which the browser was sent.', 8192)),
    tokenRequest: Type.Optional(
      Type.Unsafe<Record<string, string>>({
        description: 'The form fields of a token request, without secrets and codes.',
        type: 'object',
        additionalProperties: { type: 'string', maxLength: 8192 },
        maxProperties: 50,
      }),
    ),
    organizationId: Type.Optional(
      Type.String({
        description: 'Whose user it was. Left out: the own organization.',
        pattern: '^[0-9a-f]{24}$',
      }),
    ),
    user: Type.Optional(
      storable(
        'Email address or id of a user of the own organization. Needs `org.admin.users`, and no access token of an app.',
        320,
      ),
    ),
  },
  { additionalProperties: false },
);

export type DoctorRequest = Static<typeof DoctorRequest>;

/** Secrets, which no check needs. */
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
