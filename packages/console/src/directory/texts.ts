const tagNames: Record<string, string> = {
  ai: 'AI',
  analytics: 'Analytics',
  csat: 'Customer satisfaction',
  ecommerce: 'E-commerce',
  messaging: 'Messaging',
  featured: 'Featured',
  'built-by-service': 'Built by us',
};

export const directoryTexts = {
  title: 'App directory',
  search: 'Search apps',
  searchPlaceholder: 'Name, title or description',
  tags: 'Filter by tag',
  allTags: 'All',
  tagName: (tag: string) => tagNames[tag] ?? tag,
  own: 'Your private app',
  verified: 'Verified',
  installed: 'Installed',
  installedDraft: (version: string) => `Draft installed: ${version}`,
  installedVersion: (version: string) => `Installed in version ${version}`,
  by: (organization: string) => `By ${organization}`,
  sort: 'Sort by',
  sorts: {
    relevance: 'Relevance',
    name: 'Name',
    newest: 'Newest',
    most_installed: 'Most installed',
  },
  tooMany: 'Search to see others.',
  found: (count: number, hasMore: boolean) =>
    `${count}${hasMore ? ' or more' : ''} ${count === 1 && !hasMore ? 'app' : 'apps'}`,
  nothingFound: 'No app fits',
  nothingFoundAdvice: 'Search for less, or for another tag.',
  showAll: 'Show all apps',
  empty: 'There is no app yet',
  emptyAdvice: 'Apps appear here when they are registered.',
  description: 'Description',
  noDescription: 'The developer has not described this app.',
  screenshots: 'Screenshots',
  screenshot: (number: number) => `Screenshot ${number}`,
  releaseNotes: 'Release notes',
  dependencies: 'Needs these apps',
  dependencyInstalled: (version: string) => `Installed in version ${version}`,
  dependencyMissing: 'Not installed',
  dependencyUnfit: (version: string) => `Version ${version} does not fit`,
  attributes: 'Attributes that it adds',
  roles: 'Roles that it asks for',
  noRoles: 'None',
  allRoles: 'Its definition names no roles: it may ask for any that a user holds.',
  versions: 'Versions',
  current: 'Current',
  facts: 'About',
  developer: 'Developer',
  support: 'Support',
  website: 'Website',
  documentation: 'Documentation',
  connects: 'Connects to',
  blocked: (reason: string) => `The operator has blocked this app: ${reason}`,
  deprecated: (message: string) => `The developer advises against this version: ${message}`,
  yanked: (reason: string) => `The developer has withdrawn this version: ${reason}`,
  waitingRoles: (roles: string) => `An upgrade asks for more roles, which wait: ${roles}`,
  install: 'Install',
  upgrade: (version: string) => `Upgrade to ${version}`,
  uninstall: 'Uninstall',
  activity: 'Activity',
  rollback: (version: string) => `Back to ${version}`,
  undo: 'Undo',
  restore: (version: string) => `Restore version ${version}`,
  restoreNamed: (title: string, version: string) => `Restore version ${version} of ${title}`,
  restored: (title: string, version: string) => `${title} ${version} was restored.`,
  uninstalledAt: 'Uninstalled on',
  restorableUntil: 'The version and the allowed roles can be restored until',
  ask: 'Ask an administrator',
  uninstalled: 'Uninstalled. Access of the app has ended.',
  asked: 'An administrator was asked.',
};

export const planTexts = {
  install: (title: string, version: string) => `Install ${title} ${version}`,
  upgrade: (title: string, version: string) => `Upgrade ${title} to ${version}`,
  uninstall: (title: string) => `Uninstall ${title}`,
  rollback: (title: string, version: string) => `Return ${title} to ${version}`,
  ask: (title: string) => `Ask for ${title}`,
  nothing: 'Roles, attributes and webhooks stay as they are.',
  problems: 'This stands in the way',
  warnings: 'You should know',
  outdated: 'Something changed since this was shown. It shows what would happen now: look again.',
  needs: (version: string) => `${version} needs`,
  ruleFaults: {
    dependency_version: ({ found }) => `. Version ${found} does not fit.`,
    dependency_required: ({ app }) => `. Uninstall ${app} first.`,
  } as Record<string, (facts: { app: string; found: string }) => string>,
  rolesAdded: 'It may ask users for',
  rolesRemoved: 'It loses',
  rolesWaiting: 'These wait for your decision after the upgrade',
  attributesAdded: 'Attributes that appear',
  attributesRemoved: 'Attributes that disappear',
  attributesChanged: 'Attributes of another type',
  dependenciesAdded: 'Apps that it needs',
  dependenciesRemoved: 'Apps that it no longer needs',
  dependents: 'Installed apps that need it',
  grantsEnded: (count: number) =>
    `Access that ${count === 1 ? 'one user' : `${count} users`} gave ends. They sign in to the app again after a new installation.`,
  tokensEnded: 'Its access tokens end.',
  webhooks: 'Webhooks that change',
  installedIn: (title: string, version: string | null) =>
    `${title}, which is installed in version ${version}`,
  installedToo: (title: string, count: number) =>
    count === 1
      ? `${title} needs another app, which is installed with it.`
      : `${title} needs ${count} other apps, which are installed with it.`,
  rolesLater: 'It asks for these roles, about which you decide later',
  allowRoles: 'Allow the needed apps their roles now, instead of deciding later',
};

const componentNames: Record<string, string> = {
  appDetails: 'Developer and platform',
  attributes: 'Attribute',
  changelog: 'Release notes',
  dependencies: 'Needed app',
  i18n: 'Translation',
  iconUrl: 'Icon',
  klasses: 'Custom object',
  kviews: 'View',
  redirectUris: 'Redirect address',
  screenshots: 'Screenshot',
};

export const differenceTexts = {
  title: 'What the version changes',
  caption: 'Parts of the definition that differ',
  none: 'The definition has no other changes.',
  what: 'Part',
  inVersion: (version: string) => `In ${version}`,
  changes: { added: 'Added', changed: 'Changed', removed: 'Removed' },
  /** `outboundWebhooks` is “Outbound webhooks”. */
  componentWords: (component: string) => {
    const words = component.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return componentNames[component] ?? words.replace(/^./, (first) => first.toUpperCase());
  },
};

export const requestTexts = {
  explanation: 'You may not install apps. Your administrators see this request in the settings.',
  askedBefore: 'You have asked for this app. The note replaces the one from before.',
  note: 'Why do you need it?',
  withdraw: 'Withdraw the request',
  change: 'Change the request',
};

export const waitingRolesTexts = {
  title: (title: string) => `Roles of ${title}`,
  explanation: 'What may the app ask users for? Roles that you do not choose are refused.',
  decide: 'Decide about the roles',
};

export const limitTexts = {
  title: 'Who may use it',
  titleOf: (title: string) => `Who may use ${title}`,
  explanation:
    'Without a choice, every user may use the app. Otherwise only the chosen users and those who hold one of the chosen roles. Others get no new access.',
  users: 'Users',
  nobody: 'No user is chosen.',
  addUser: 'Add a user',
  addUserHint: 'A part of a name or address',
  remove: 'Remove',
  removeNamed: (email: string) => `Remove ${email}`,
  usersHidden: (role: string) =>
    `Finding users needs the role ${role} and a sign-in of the last ten minutes.`,
  roles: 'Roles',
  save: 'Save',
  limited: (users: number, roles: readonly string[]) =>
    `Only ${[
      ...(users > 0 ? [users === 1 ? 'one chosen user' : `${users} chosen users`] : []),
      ...(roles.length > 0 ? [`users who hold ${roles.join(' or ')}`] : []),
    ].join(' and ')} may use this app.`,
};
