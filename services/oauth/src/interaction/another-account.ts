import type { Account } from '../accounts/account-store.ts';
import { endpointPaths } from '../provider/endpoint-paths.ts';
import { type OrganizationNames, organizationName } from './organization-name.ts';
import { texts } from './page-texts.ts';
import type { AnotherAccount } from './pages.ts';

/** What a page offers where it depends on who is signed in. */
export async function anotherAccount(
  registry: OrganizationNames,
  { email, organizationId }: Account,
  address: string,
): Promise<AnotherAccount> {
  const name = await organizationName(registry, organizationId);
  return { sentence: texts.anotherAccount.signedInAs(email, name), address };
}

/** Neither is usable a second time; oidc-provider has read the parameters out of them. */
const READ_BEFORE = ['request', 'request_uri'];

/** The same authorization request, which begins with a sign-in. */
export function addressOfSignIn(parameters: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value === 'string' && !READ_BEFORE.includes(name)) query.set(name, value);
  }
  const wantsConsent = query.get('prompt')?.split(' ').includes('consent');
  query.set('prompt', wantsConsent ? 'login consent' : 'login');
  return `${endpointPaths.authorization}?${query}`;
}
