import { ACTIVITY_DAYS } from '@app-platform/contracts';

export const activityTexts = {
  title: (app: string) => `Activity of ${app}`,
  back: (app: string) => `Back to ${app}`,
  period: 'Period',
  periods: { day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 31 days' },
  kinds: {
    signIns: 'Sign-ins',
    tokens: 'Tokens',
    refused: 'Refused requests',
    deliveries: 'Webhook deliveries',
    failedDeliveries: 'Failed deliveries',
  },
  /** The name of a plot. */
  plot: (kind: string, period: string, count: string) =>
    `${kind}, ${period.toLowerCase()}: ${count}`,
  unknown: 'Not known',
  incomplete:
    'The OAuth service did not answer: sign-ins, tokens and refused requests are not known right now.',
  highest: (count: string) => `Highest: ${count}`,
  meaning: `Counts appear within a minute and are kept for ${ACTIVITY_DAYS} days.`,
  table: 'As a table',
  time: 'Time',
  people: 'Who uses it',
  nobody: 'Nobody has given it access',
  nobodyAdvice: 'People appear here when they sign in to the app and allow it.',
  person: 'Person',
  may: 'May',
  lastUsed: 'Last used',
  more: 'All access of the app',
  endAll: 'End all of it',
  peopleRole: 'People are shown to administrators of users.',
  changes: 'What was changed',
  noChanges: 'No change of the app is recorded.',
  when: 'When',
  who: 'Who',
  allChanges: 'All changes of the app',
  notInstalled: 'The app is not installed',
  notInstalledAdvice: 'Activity is counted for installed apps.',
};
