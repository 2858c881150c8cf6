export const policyTexts = {
  consentPolicy: {
    legend: 'Who allows apps',
    choices: { user: 'Each user', administrator: 'Administrators' },
    explanations: {
      user: 'A user who opens an app sees what it asks for, and decides.',
      administrator:
        'A user who opens an app that nobody has allowed yet asks. Administrators answer under Requests.',
    },
    hint: 'What was granted before stays, whichever you choose.',
  },
  assistants: {
    legend: 'What assistants may do',
    choices: { off: 'Nothing', read: 'Read', write: 'Read and change' },
    explanations: {
      off: 'The MCP server refuses each call of your organization.',
      read: 'Assistants search apps, explain them and plan changes, within what their users may do.',
      write:
        'Assistants also install, upgrade and uninstall apps and change attributes, each by a plan.',
    },
    hint: 'An assistant is an app that a user has allowed. It never changes its own installation, secrets, keys or users.',
  },
  organization: 'Organization',
  organizationId: 'Organization id',
  save: 'Save',
  discard: 'Discard',
  saved: 'Saved.',
};
