export const elementTexts = {
  unreachable: 'The platform cannot be reached. Check your connection, then try again.',
  confirmReason:
    'Administration needs a sign-in of the last ten minutes. What you have typed is kept.',
  signIn: 'Sign in again',
  close: 'Close',
  cancel: 'Cancel',
  working: 'Working…',
  more: 'Show more',
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
