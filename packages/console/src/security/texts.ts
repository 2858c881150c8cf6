export const securityTexts = {
  concerns: {
    wide: {
      title: 'Wide access',
      description: 'Apps that may use org, org.admin or org.permission as a whole.',
    },
    administrator: {
      title: 'Access given by administrators',
      description: 'What these apps do, they do as a person who administers the organization.',
    },
    unverified: {
      title: 'Access of unverified publishers',
      description: 'The operator of the platform has not verified who publishes these apps.',
    },
    unused: {
      title: 'Unused access',
      description: 'Nobody has used it for 90 days.',
    },
  },
  keys: {
    title: 'API keys',
    description: 'Keys that were never used, or are older than a year.',
  },
  nothing: 'Nothing to look at.',
  reason: 'Reason',
  neverUsed: 'Never used',
  old: 'Older than a year',
};
