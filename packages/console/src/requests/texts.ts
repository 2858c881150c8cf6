export const requestTexts = {
  requests: 'Access for apps',
  states: { pending: 'Waiting', approved: 'Allowed', denied: 'Denied' },
  stateFilter: 'Filter by answer',
  user: 'User',
  app: 'App',
  scopes: 'Would be allowed to',
  requested: 'Asked',
  decided: 'Answered',
  actions: 'Actions',
  allow: 'Allow',
  deny: 'Deny',
  allowNamed: (app: string, email: string) => `Allow ${app} for ${email}`,
  denyNamed: (app: string, email: string) => `Deny ${app} for ${email}`,
  allowConsequence: {
    api: 'The user opens the app again and is signed in without another page. The app may then:',
    mcp: 'The user opens the app again and is signed in without another page. It may then, in the registry’s MCP server:',
  },
  changed: 'The request has changed since it was shown here. Decide about what it asks for now.',
  added: 'Also asked for',
  removed: 'No longer asked for',
  allowed: (app: string, email: string) =>
    `${app} is allowed. ${email} is signed in when the user opens it again, without another page.`,
  denied: (app: string, email: string) => `${app} is denied for ${email}.`,
  denyConsequence: 'The app gets no access for this user. The user can ask again.',
  empty: {
    pending: 'No request waits',
    approved: 'No request was allowed yet',
    denied: 'No request was denied yet',
  },
  emptyAdvice:
    'Requests appear here when the consent policy is “Administrators” and a user opens an app that nobody has allowed yet.',
  toPolicy: 'See the consent policy',
};

export const installationRequestTexts = {
  requests: 'Apps to install',
  app: 'App',
  user: 'User',
  note: 'Why',
  noNote: 'No reason given',
  asked: 'Asked',
  actions: 'Actions',
  install: 'Install…',
  installNamed: (title: string) => `Install ${title}…`,
  dismiss: 'Decline',
  dismissNamed: (title: string) => `Decline the request for ${title}`,
  dismissConsequence: 'The app is not installed. The user can ask again.',
  empty: 'Nobody asks for an app',
  emptyAdvice:
    'Requests appear here when a user without the role to install apps asks for one in the directory.',
};
