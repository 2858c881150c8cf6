export const settingsTexts = {
  title: 'Settings',
  sections: {
    apiKeys: 'API keys',
    users: 'Users',
    grants: 'App access',
    webhooks: 'Webhooks',
    requests: 'Requests',
    audit: 'Audit log',
    policy: 'Consent policy',
  },
  descriptions: {
    apiKeys: 'Programs use API keys to call the platform for your organization.',
    users: 'The people who sign in for your organization, and what each may do.',
    grants: 'What users have allowed apps to do for them.',
    webhooks: 'What servers of your organization hear of its apps and installations.',
    requests: 'What users ask administrators to allow.',
    audit: 'Who did what in your organization, the latest first.',
    policy: 'Who decides what apps may do for users.',
  },
  noRoles: 'None',
  roleNames: {
    'org.admin.apps': 'Register, update and install apps',
    'org.permission.apps': 'Read apps and attributes, and generate client secrets',
    'org.admin.api_keys': 'Create and revoke API keys',
    'org.admin.users': 'Administer users and what apps may do for them',
    'org.admin.audit': 'Read the audit log',
  } as Record<string, string>,
  otherRoles: 'Other roles',
  otherRolesHint: 'With spaces between them, such as org.permission.customer.read',
  noRole: (words: readonly string[]) =>
    `${words.map((word) => `“${word}”`).join(', ')}: a role is “org” and lower-case words joined with dots.`,
  rolesMissing: 'Choose at least one role.',
};

export const keyTexts = {
  create: 'Create an API key',
  createdTitle: 'The API key is ready',
  key: 'API key',
  name: 'Name',
  nameHint: 'For people: where the key is used, such as “Nightly import”.',
  rolesOfKey: 'What the key may do',
  unnamed: 'Without a name',
  roles: 'Roles',
  created: 'Created',
  lastUsed: 'Last used',
  neverUsed: 'Never',
  revokedAt: 'Revoked',
  actions: 'Actions',
  active: 'Active keys',
  revoked: 'Revoked keys',
  revoke: 'Revoke',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revokeConsequence:
    'Programs that use this key are refused at once. A revoked key cannot be used again.',
  empty: 'There is no API key yet',
  emptyAdvice: 'Create one for each program that calls the platform, with the roles it needs.',
};

export const grantTexts = {
  grants: 'App access',
  user: 'User',
  app: 'App',
  scopes: 'May',
  granted: 'Granted',
  lastUsed: 'Last used',
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
  nothingFound: 'No access fits the filter',
  nothingFoundAdvice: 'Filter for another user or app.',
};

export const policyTexts = {
  legend: 'Who allows apps',
  choices: {
    user: 'Each user',
    administrator: 'Administrators',
  },
  explanations: {
    user: 'A user who opens an app sees what it asks for, and decides.',
    administrator:
      'A user who opens an app that nobody has allowed yet asks. Administrators answer under Requests.',
  },
  keeps: 'What was granted before stays, whichever you choose.',
  organization: 'Organization',
  organizationId: 'Organization id',
  save: 'Save',
  discard: 'Discard',
  saved: 'Saved.',
};
