export const myAppsTexts = {
  title: 'My apps',
  register: 'Register an app',
  empty: 'Your organization has no app yet',
  emptyAdvice:
    'An app begins with its definition: a name, a version and what it adds to the product. The editor helps you to write one.',
  emptyForReaders: 'Apps appear here when an administrator registers one.',
  private: 'Private',
  public: 'Public',
  current: (version: string) => `Version ${version}`,
  drafts: 'Drafts',
  draftsMeaning:
    'Your organization can install them. They use up no version, and expire after seven days.',
  app: 'App',
  name: 'Name',
  version: 'Version',
  until: 'Kept until',
  sections: 'Sections of the app',
  sectionNames: {
    versions: 'Versions',
    access: 'Access',
    webhooks: 'Webhooks',
    doctor: 'Doctor',
  },
  newVersion: 'New version',
  inDirectory: 'In the directory',
  notOwn: 'This app belongs to another organization',
  notOwnAdvice: 'Only its developer manages it. You can install it from the directory.',
  toDirectory: 'Show it in the directory',
  registered: (version: string) => `Version ${version} is registered.`,
  install: 'Install it from the directory',
  missingRoles: (roles: string) =>
    `Your roles do not include ${roles}: you can look, and not change anything here.`,
};

export const versionTexts = {
  caption: 'The versions of the app, the highest first',
  version: 'Version',
  state: 'State',
  registered: 'Registered',
  organizations: 'Organizations',
  actions: 'Actions',
  current: 'Current',
  available: 'Available',
  deprecated: 'Deprecated',
  yanked: 'Yanked',
  blocked: 'Blocked by the operator',
  successor: (successor: string) => `Successor: ${successor}`,
  compare: 'Compare',
  compareWith: (version: string, before: string) => `What ${version} changes since ${before}`,
  deprecate: 'Deprecate',
  undeprecate: 'End the deprecation',
  yank: 'Yank',
  unyank: 'End the yanking',
  /** Labels name the version too, for screen readers. */
  of: (action: string, version: string) => `${action}: version ${version}`,
  deprecateTitle: (version: string) => `Deprecate version ${version}`,
  deprecateMeaning:
    'Organizations that have it installed see your message. It can still be installed.',
  message: 'Message',
  messageHint: 'Why, and what to do instead.',
  messageMissing: 'Type the message.',
  successorField: 'Successor (optional)',
  successorHint: 'The app, or the app and version, that takes its place: orders or orders-2.0.0.',
  undeprecateTitle: (version: string) => `End the deprecation of version ${version}`,
  undeprecateMeaning: 'The message goes away everywhere.',
  yankTitle: (version: string) => `Yank version ${version}`,
  yankMeaning: (count: number) =>
    count === 0
      ? 'Nobody can install it any more. No organization has it installed.'
      : `Nobody can install it any more. Where it is installed, it stays: in ${count === 1 ? 'one organization' : `${count} organizations`}.`,
  reason: 'Reason',
  reasonHint: 'For those who want to install it.',
  reasonMissing: 'Type the reason.',
  unyankTitle: (version: string) => `End the yanking of version ${version}`,
  unyankMeaning: 'It can be installed again.',
};

export const accessTexts = {
  clientId: 'Client id',
  redirectUris: 'Redirect URIs',
  redirectMeaning:
    'Where people return after they signed in to the app. They belong to a version: a change is a new version, and an organization has it after the upgrade.',
  noRedirectUris: 'The current version has none: nobody can sign in to the app yet.',
  changeRedirectUris: 'Change them in a new version',
  secret: 'Client secret',
  secretMeaning:
    'The app proves with it who it is. It is shown once, when it is made. The one before can stay valid for a while, until you have replaced it everywhere.',
  secretsCaption: 'The secrets that are valid, the latest first',
  noSecret: 'The app has no secret yet.',
  made: 'Made',
  ends: 'Ends',
  endsNever: 'When a new one is made',
  rotate: 'Make a new secret',
  rotateTitle: 'Make a new client secret',
  shownTitle: 'The new client secret',
  signIn: 'Sign-in',
  signInMeaning:
    'The app sends the browser of a user to this address. It works where the app is installed and has a secret.',
  trySignIn: 'Try the sign-in',
};

export const doctorTexts = {
  recent: 'Recent failures',
  refresh: 'Refresh',
  noneRefused:
    'No request of this app was refused in the last two weeks. When a sign-in or a token request fails, it is here a second later.',
  reason: 'Reason',
  endpoint: 'Request',
  endpoints: { authorization: 'Authorization', token: 'Token' },
  count: 'How often',
  last: 'Last time',
  examineReason: (reason: string) => `Examine: ${reason}`,
  one: 'Examine a request',
  meaning:
    'Paste the address that the browser was sent to, or the body of a token request. The doctor says what is wrong with it, and how to mend it.',
  request: 'Address or body of the request',
  requestHint:
    'https://…/oauth/authorize?client_id=…, or grant_type=…&client_id=… Secrets are removed.',
  requestMissing: 'Paste an address or a body first.',
  more: 'Whose sign-in was it?',
  organization: 'Organization (optional)',
  organizationHint: 'The id of the organization. Without one, it is yours.',
  user: 'User (optional)',
  userHint: 'Email address or id of a user of your organization.',
  examine: 'Examine',
  healthy: 'No check failed.',
  ill: 'The request fails.',
  otherApp: (app: string) => `The request is one of ${app}.`,
  statuses: { passed: 'Passed', failed: 'Failed', unknown: 'Not checked' },
};
