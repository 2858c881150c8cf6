export const grantTexts = {
  grants: 'App access',
  user: 'User',
  app: 'App',
  scopes: 'May',
  granted: 'Granted',
  lastUsed: 'Last used',
  notUsed: 'Not used',
  actions: 'Actions',
  appHint: 'Its name, such as loyalty',
  emailOf: 'Email address of a user',
  userUnknown: 'No user has this email address.',
  severalSignIns: 'Several sign-ins',
  kindChoice: 'Access of',
  kinds: { app: 'Apps', first_party: 'Console and command line' },
  filter: 'Filter',
  filterLabel: 'Filter',
  reset: 'Show all',
  unregistered: (clientId: string) => `No longer registered (${clientId})`,
  onlyUser: (email: string) => `Only access given by ${email}`,
  onlyApp: (title: string) => `Only access of ${title}`,
  end: 'End',
  endNamed: (app: string, email: string) => `End access of ${app} for ${email}`,
  endConsequences: {
    app: 'The tokens of the app end at once. The user is asked again when the app is next opened.',
    first_party:
      'These sign-ins end at once. A browser that is still signed in gets a new one: end the sessions of the user too, under Users.',
  },
  endAll: 'End all of these',
  endAllTitle: 'End all access that fits the filter',
  endAllConsequences: {
    app: 'The tokens end at once, on further pages of this list too. Users are asked again when they next open an app.',
    first_party:
      'These sign-ins end at once, on further pages of this list too. A browser that is still signed in gets a new one.',
  },
  empty: 'No app has access',
  emptyAdvice: 'Access appears here when a user signs in to an app and allows it.',
  shown: (count: number, hasMore: boolean) =>
    hasMore
      ? `The first ${count.toLocaleString()} are shown, the most at once. Filter for others.`
      : `That is all: ${count.toLocaleString()}.`,
  nothingFound: 'No access fits the filter',
  nothingFoundAdvice: 'Filter for another user or app.',
};
