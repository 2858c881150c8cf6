import { auditActionSentences } from '@app-platform/contracts/audit-actions';

/** What an action means, without the full stop. An action that a later release records is its own name. */
export function actionWords(action: string): string {
  return (auditActionSentences.get(action) ?? action).replace(/\.$/, '');
}

export const auditTexts = {
  events: 'Audit events',
  filterLabel: 'Filter events',
  action: 'Action',
  actionHint: 'Any, or a part of its words',
  unknownAction: (action: string) => `There is no action “${action}”. Choose one of the list.`,
  unknownActor: 'Nobody has such an id. Choose one of the list.',
  app: 'App',
  appHint: 'Any, or a part of its title',
  appHidden: (roles: readonly string[]) => `Finding an app needs the role ${roles.join(' or ')}.`,
  noApp: (name: string) => `“${name}” is no name of an app. Choose one of the list.`,
  noTime: (time: string) => `“${time}” is not a time. Choose a date from the year 2000 on.`,
  notLater: 'This is not later than “From”.',
  faulty: 'The filter has a mistake',
  faultyAdvice: 'Change what is marked above, or show all events.',
  whoHint: 'Anybody, or a part of a name or address',
  whoSeen: 'Anybody, or one of this list',
  hidden: {
    'by-role': (role: string) =>
      `Finding anybody needs the role ${role}. The choice has those who acted in this list.`,
    'by-old-sign-in': () =>
      'Finding anybody needs a sign-in of the last ten minutes. The choice has those who acted in this list.',
  },
  anyTime: 'Any time',
  periods: {
    day: 'Last 24 hours',
    week: 'Last 7 days',
    month: 'Last 30 days',
    quarter: 'Last 90 days',
    dates: 'Other dates',
  },
  only: (value: string) => `Only events of ${value}`,
  shown: (count: number, hasMore: boolean) =>
    hasMore
      ? `The latest ${count.toLocaleString()} events are shown, the most at once. Choose dates for earlier ones.`
      : `That is all: ${count.toLocaleString()} ${count === 1 ? 'event' : 'events'}.`,
  from: 'From',
  until: 'Until',
  service: 'Service',
  services: { all: 'Both', registry: 'Registry', oauth: 'OAuth service' },
  filter: 'Filter',
  showAll: 'Show all',
  when: 'When',
  who: 'Who',
  what: 'What',
  on: 'Acted on',
  details: 'Details',
  detailsOf: (action: string) => `Details: ${action}`,
  actors: {
    api_key: 'API key',
    account: 'User',
    access_token: 'Access token',
    operator: 'Operator',
    app: 'App',
    client: 'App',
    service: 'Platform',
    unknown: 'Unknown',
  } as Record<string, string>,
  through: (clientId: string) => {
    if (clientId === 'console') return 'In the console';
    return clientId === 'cli' ? 'With the command line' : `Through the app ${clientId}`;
  },
  requestId: 'Request',
  traceId: 'Trace',
  address: 'Network address',
  changes: 'What changed',
  member: 'What',
  before: 'Before',
  after: 'After',
  empty: 'No event yet',
  emptyAdvice: 'Every change of apps, keys, users and access is recorded here.',
  nothingFound: 'No event fits the filter',
  nothingFoundAdvice: 'Remove a part of the filter, or choose a longer time.',
  exportLabel: 'Export',
  exportAs: { csv: 'Export CSV', json: 'Export JSON' },
  exporting: (count: number) => `${count.toLocaleString()} events read…`,
  exported: (count: number) => `${count.toLocaleString()} events exported.`,
  exportedMost: (count: number) =>
    `The latest ${count.toLocaleString()} events are exported, the most at once. Choose dates to export earlier ones.`,
  exportHint: (most: number) => `The events that fit the filter, at most ${most.toLocaleString()}.`,
};
