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
  requestMails: {
    legend: 'Mail about requests',
    choices: { on: 'To administrators', off: 'None' },
    explanations: {
      on: 'When a user asks for an app, up to 20 administrators who can answer get a mail. Each gets at most 20 such mails a day.',
      off: 'Requests are only listed under Requests.',
    },
    hint: 'Mail is sent where the operator of the platform has set up a mail server.',
  },
  organization: 'Organization',
  organizationId: 'Organization id',
  save: 'Save',
  discard: 'Discard',
  saved: 'Saved.',
};

export const allowedAppsTexts = {
  legend: 'Which apps may be used',
  choices: {
    all: 'All apps',
    verified: 'Only verified apps',
    listed: 'Only listed apps',
  },
  explanations: {
    all: 'Administrators install any app that the organization sees.',
    verified:
      'Apps of organizations that the operator has verified, and the apps listed below. Your own private apps count like others: they are allowed if your organization is verified or if they are listed.',
    listed: 'The apps listed below, and no other.',
  },
  hint: 'Apps of your own organization count as all others do. An app that is installed and no longer allowed stays installed, but nobody gets access through it.',
  listed: {
    label: 'Listed apps',
    hint: 'Names of apps that are allowed in any case, one a line.',
  },
  blocked: {
    label: 'Blocked apps',
    hint: 'Names of apps that are refused in any case, one a line.',
  },
};
