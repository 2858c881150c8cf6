import { ACTIVITY_DAYS } from '@app-platform/contracts';

const plural = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

export const installedTexts = {
  title: 'Installed apps',
  link: 'Installed',
  pending: 'to decide',
  caption: 'Installed apps',
  search: 'Search installed apps',
  searchPlaceholder: 'Title or name',
  showLabel: 'Show',
  show: {
    all: 'All',
    updates: 'With an update',
    roles: 'With roles to decide about',
    blocked: 'Blocked or withdrawn',
  },
  sortLabel: 'Sort by',
  sort: {
    name: 'Title',
    unused: 'Longest unused',
    installed: 'Latest installed',
    changed: 'Latest changed',
  },
  found: (count: number) => plural(count, 'app', 'apps'),
  updates: (count: number) => plural(count, 'update is available', 'updates are available'),
  roles: (count: number) => plural(count, 'app asks for more roles', 'apps ask for more roles'),
  requests: (count: number) => plural(count, 'open request', 'open requests'),
  app: 'App',
  version: 'Version',
  pendingColumn: 'To decide',
  lastUsed: 'Last used',
  unused: `Not in ${ACTIVITY_DAYS} days`,
  refused: 'Refused requests',
  activityMeaning: `Last used is the latest day of the last ${ACTIVITY_DAYS} days on which the app got a token. Refused requests are those of the last 7 days.`,
  activityUnknown:
    'The last use of the apps and their refused requests are not known right now. The rest of the page is complete.',
  installed: 'Installed',
  changed: 'Changed',
  select: (title: string) => `Select ${title}`,
  selected: (count: number) => `${count} selected`,
  most: (count: number) => `At most ${count} apps are changed at once.`,
  clear: 'Select none',
  updateAll: 'Update…',
  uninstallAll: 'Uninstall…',
  updateTo: (version: string) => `Update to ${version}`,
  difference: (version: string) => `What ${version} changes`,
  byYou: 'By you',
  by: { account: 'By a user', api_key: 'With an API key' } as Record<string, string>,
  byOther: 'By the platform',
  upToDate: 'Nothing',
  pendingRoles: (count: number) => `Decide about ${plural(count, 'role', 'roles')}`,
  draft: 'Draft',
  blocked: 'Blocked',
  yanked: 'Withdrawn',
  deprecated: 'Deprecated',
  empty: 'No app is installed yet',
  emptyAdvice: 'Choose one in the directory.',
  toDirectory: 'Go to the directory',
  nothingFound: 'No installed app matches',
  nothingFoundAdvice: 'Use fewer words, or show all.',
  showAll: 'Show all installed apps',
  uninstalled: 'Uninstalled',
  uninstalledAdvice: 'You can restore these apps in the version and with the roles that they had.',
  uninstalledAt: 'Uninstalled',
  restorableUntil: 'Can be restored until',
  actions: 'Actions',
};

export const bulkChangeTexts = {
  title: {
    update: (count: number) => `Update ${plural(count, 'app', 'apps')}`,
    uninstall: (count: number) => `Uninstall ${plural(count, 'app', 'apps')}`,
  },
  change: {
    update: (title: string, from: string, to: string) => `${title}: ${from} to ${to}`,
    uninstall: (title: string, from: string) => `${title} ${from}`,
  },
  action: { update: 'Update', uninstall: 'Uninstall' },
  nothing: {
    update: 'These apps have no update any more.',
    uninstall: 'These apps are not installed any more.',
  },
  done: {
    update: (count: number) => `${plural(count, 'app was', 'apps were')} updated.`,
    uninstall: (count: number) => `${plural(count, 'app was', 'apps were')} uninstalled.`,
  },
  partly: {
    update: (done: number, all: number) =>
      `${done} of ${all} apps were updated. The next one was refused:`,
    uninstall: (done: number, all: number) =>
      `${done} of ${all} apps were uninstalled. The next one was refused:`,
  },
};
