export const sessionTexts = {
  failed: 'The sign-in did not succeed',
  again: 'Sign in again',
  asAnother: 'Sign in as somebody else',
  account: 'Account and sign-out',
  noRole: (roles: readonly string[]) =>
    `Your account holds none of the roles that the console needs: ${roles.join(', ')}. An administrator of your organization can give you one.`,
  notOfThisTab: 'The answer of the OAuth service does not belong to a sign-in of this tab.',
  unreachable: 'The OAuth service cannot be reached. Try again in a moment.',
};
