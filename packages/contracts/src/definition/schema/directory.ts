import { list, record, text } from './shapes.ts';

const url = (description: string) => text(description, { examples: ['https://example.com'] });

export const iconUrl = text('Logo of the app: the URL of a PNG of at least 1200 x 1200 px.', {
  examples: ['https://cdn.example.com/icon.png'],
});

export const description = text(
  'What the app does, in Markdown. A newline is written as an escaped newline.',
);

const link = (what: string) => ({
  name: text(`Title of the link to ${what}.`),
  website: url(`Where the link to ${what} leads.`),
});

export const appDetails = record(
  {
    appDeveloper: record(
      {
        ...link("the developer's site"),
        supportEmail: text('Support address of the developer.', {
          examples: ['support@example.com'],
        }),
      },
      'Who makes the app.',
    ),
    externalPlatform: record(link('the platform'), 'The platform that the app connects to.'),
    documentationLinks: list(
      record(
        { title: text('Title of the link.'), url: url('Where the link leads.') },
        'One document.',
      ),
      'Documentation of the app.',
    ),
  },
  'People and pages behind the app, shown in the app directory.',
);

export const tags = list(
  text('A category.', { enum: ['ai', 'analytics', 'csat', 'ecommerce', 'messaging'] }),
  'Categories that the app directory lists the app under. The tags built-by-service and featured are set by the operator of the service.',
  { minItems: 1, uniqueItems: true },
);

export const screenshots = list(
  url('URL of an image.'),
  'Screenshots shown in the app directory, as URLs.',
);

export const changelog = record(
  {},
  'Release notes: keys are app versions, the current one among them; values are Markdown that begins with a date in double curly braces.',
  {
    additionalProperties: text('Release notes, such as: {{2026-01-31}} First version.'),
    examples: [{ '0.0.1': '{{2026-01-31}} First version.' }],
  },
);

export const vendor = text('Who sells the app.');
export const website = url('Website of the app.');
export const instructions = text('How to set the app up, in Markdown.');
export const releaseNotesUrl = url('Where the release notes are.');
export const postInstallMessage = text('What is shown once the app is installed.');
