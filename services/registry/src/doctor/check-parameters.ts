import { type Check, type Facts, failed, passed } from './check.ts';

const NAME = 'parameters';

/** The parameters that every request of its kind needs, and the address of an authorization request. */
export function checkParameters({ request, oauthUrl }: Facts): Check[] {
  const checks = [
    ...request.repeated.map((parameter) =>
      failed(NAME, `'${parameter}' is given more than once. Send it once.`, { parameter }),
    ),
    ...(request.kind === 'authorization'
      ? authorizationFaults(request.parameters)
      : tokenFaults(request.parameters)),
    ...addressFaults(request.address, oauthUrl),
  ];
  return checks.length > 0 ? checks : [passed(NAME, 'The request has the parameters it needs.')];
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
  return failed(NAME, `'${parameter}' ${fault}`, { parameter });
}

function addressFaults(address: URL | undefined, oauthUrl: string | undefined): Check[] {
  if (!address || oauthUrl === undefined) return [];
  const expected = new URL('/oauth/authorize', oauthUrl);
  if (address.origin === expected.origin && address.pathname === expected.pathname) return [];
  const given = `${address.origin}${shown(address.pathname)}`;
  return [failed(NAME, `The address is ${given}. Send the browser to ${expected.href}.`)];
}

/** Bounds the answer. */
function shown(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
