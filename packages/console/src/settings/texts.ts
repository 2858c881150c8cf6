export const settingsTexts = {
  title: 'Settings',
  groups: { people: 'People', apps: 'Apps', organization: 'Organization' },
  sections: {
    apiKeys: 'API keys',
    users: 'Users',
    grants: 'App access',
    security: 'Security',
    webhooks: 'Webhooks',
    requests: 'Requests',
    audit: 'Audit log',
    allowedApps: 'Allowed apps',
    policy: 'Consent and assistants',
  },
  descriptions: {
    apiKeys: 'Programs use API keys to call the platform for your organization.',
    users: 'The people who sign in for your organization, and what each may do.',
    grants: 'What users have allowed apps to do for them.',
    security: 'Access and keys that deserve a look, and the end of each.',
    webhooks: 'What servers of your organization hear of its apps and installations.',
    requests: 'What users ask administrators to allow.',
    audit: 'Who did what in your organization, the latest first.',
    allowedApps: 'Which apps may be installed and used in your organization.',
    policy:
      'Who decides what apps may do for users, what assistants may do, and whether requests are mailed.',
  },
  noRoles: 'None',
  otherRoles: 'Other roles',
  otherRolesHint: 'With spaces between them, such as org.permission.customer.read',
  noRole: (words: readonly string[]) =>
    `${words.map((word) => `“${word}”`).join(', ')}: a role is “org” and lower-case words joined with dots.`,
  includedIn: (role: string) => `Included in ${role}`,
  neededBy: (apps: readonly string[]) => `For ${apps.join(', ')}`,
  unknownRoles: (roles: readonly string[]) =>
    `Neither the platform nor an installed app knows ${roles.join(', ')}. Check the spelling.`,
  saveUnknown: (roles: readonly string[]) => `Save ${roles.join(', ')} anyway`,
  rolesMissing: 'Choose at least one role.',
};
