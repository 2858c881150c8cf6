export const sessionTexts = {
  failed: 'The sign-in did not succeed',
  again: 'Sign in again',
  unknownReason: 'The answer of the OAuth service does not belong to a sign-in of this tab.',
  unreachable: 'The OAuth service cannot be reached. Try again in a moment.',
};
