import { validateDefinition } from '@app-platform/app-definition';
import {
  CONSOLE_CALLBACK_PATH,
  type FirstPartyClient,
  firstPartyClients,
} from '@app-platform/contracts';

/** The variables of the redirect URIs of first-party clients, separated by commas. */
export type RedirectUriVariables = { CONSOLE_REDIRECT_URIS?: string; CLI_REDIRECT_URIS?: string };

const variableOf = {
  console: 'CONSOLE_REDIRECT_URIS',
  cli: 'CLI_REDIRECT_URIS',
} as const;

export const redirectUriProperties = {
  CONSOLE_REDIRECT_URIS: { type: 'string', nullable: true },
  CLI_REDIRECT_URIS: { type: 'string', nullable: true },
} as const;

/**
 * Adds the redirect URI of the console that the registry serves where the variable is not set. An empty
 * variable means no console. A registry on plain HTTP gets none: a code would not be safe there.
 */
export function withConsole(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const uri = `${environment.BASE_URL}${CONSOLE_CALLBACK_PATH}`;
  const isAllowed = faultsOf('console', [uri]).length === 0;
  return { ...(isAllowed && { CONSOLE_REDIRECT_URIS: uri }), ...environment };
}

/** The redirect URIs of the first-party clients that have any. */
export function redirectUrisOf(
  values: RedirectUriVariables,
): Partial<Record<FirstPartyClient, string[]>> {
  return Object.fromEntries(
    firstPartyClients.flatMap((name) => {
      const list = values[variableOf[name]];
      return list ? [[name, list.split(',').map((uri) => uri.trim())]] : [];
    }),
  );
}

/** Describes each redirect URI that is not valid. */
export function redirectUriFaults(values: RedirectUriVariables): string[] {
  return firstPartyClients.flatMap((name) =>
    faultsOf(name, redirectUrisOf(values)[name] ?? []).map(
      (detail) => `${variableOf[name]}: ${detail}`,
    ),
  );
}

/** The rules are those of apps. The console is a website. */
function faultsOf(name: FirstPartyClient, redirectUris: string[]): string[] {
  const checked = validateDefinition({ app: name, version: '1.0.0', redirectUris });
  if (!checked.ok) return checked.errors.map(({ detail }) => detail);
  const others = name === 'console' ? redirectUris.filter((uri) => !/^https?:/i.test(uri)) : [];
  return others.map((uri) => `${uri} is neither https nor http.`);
}
