export const elementTexts = {
  transient: {
    unreachable: 'The platform cannot be reached. Check your connection, then try again.',
    timeout: 'The platform did not answer in time and cannot be reached at the moment. Try again.',
    busy: 'The platform is busy and cannot be reached at the moment. Try again.',
  },
  again: 'Try again',
  confirmReason:
    'Administration needs a sign-in of the last ten minutes. What you have typed is kept.',
  signIn: 'Sign in again',
  close: 'Close',
  cancel: 'Cancel',
  loading: 'Loading',
  working: 'Working…',
  more: 'Show more',
  choices: 'Show the choices',
  noChoice: 'Nothing fits',
  readingOn: (count: number) => `${count.toLocaleString()} are shown. More follow…`,
  noValue: 'None',
  picture: (type: string, characters: number) =>
    `Picture in the definition: ${type}, about ${Math.ceil((characters * 3) / 4 / 1024).toLocaleString()} KiB`,
  pictureHere: 'Picture',
  showAll: (characters: number) => `Show all ${characters.toLocaleString()} characters`,
  showLess: 'Show less',
  filterRefused: 'This filter cannot be used',
  copy: 'Copy',
  copied: 'Copied',
  copyOutcomes: {
    copied: 'Copied to the clipboard.',
    failed: 'The browser did not copy it. Select the text and copy it yourself.',
  },
  partFailed: 'This part of the app cannot be shown. The rest of the page works.',
  roleMissing: 'You need another role for this page',
  roleMissingAdvice: (roles: readonly string[], organization: string) =>
    `It needs the role ${roles.join(' or ')}. A user administrator of ${organization} who holds that role can give it to you. Sign in again afterwards.`,
  overlap: 'The secret before stays valid',
  overlaps: {
    '0': 'Not at all: it ends now',
    '1': 'One hour',
    '8': '8 hours',
    '24': '24 hours',
  },
  secretRolesMissing: (roles: string) =>
    `A new secret needs ${roles}, which your roles do not include. Ask an administrator.`,
  shownOnce: 'Copy this now. It is shown once, and cannot be shown again after you close this.',
};
