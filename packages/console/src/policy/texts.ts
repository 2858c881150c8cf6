export const policyTexts = {
  legend: 'Who allows apps',
  choices: {
    user: 'Each user',
    administrator: 'Administrators',
  },
  explanations: {
    user: 'A user who opens an app sees what it asks for, and decides.',
    administrator:
      'A user who opens an app that nobody has allowed yet asks. Administrators answer under Requests.',
  },
  keeps: 'What was granted before stays, whichever you choose.',
  organization: 'Organization',
  organizationId: 'Organization id',
  save: 'Save',
  discard: 'Discard',
  saved: 'Saved.',
};
