export const settingsTexts = {
  title: 'Settings',
  sections: {
    apiKeys: 'API keys',
    users: 'Users',
    grants: 'App access',
    webhooks: 'Webhooks',
    requests: 'Requests',
    audit: 'Audit log',
    policy: 'Consent and assistants',
  },
  descriptions: {
    apiKeys: 'Programs use API keys to call the platform for your organization.',
    users: 'The people who sign in for your organization, and what each may do.',
    grants: 'What users have allowed apps to do for them.',
    webhooks: 'What servers of your organization hear of its apps and installations.',
    requests: 'What users ask administrators to allow.',
    audit: 'Who did what in your organization, the latest first.',
    policy: 'Who decides what apps may do for users, and what assistants may do.',
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
