import { anything, list, record, text } from './shapes.ts';

export const kviews = list(
  record(
    {
      name: text('Name of the view.'),
      template: text('Markup template.'),
      context: text('Where the view appears.'),
      resource: text('What the view shows.'),
      meta: record(
        {
          displayName: text('How the view is called.'),
          icon: text('Icon of the view.'),
          state: text('State of the view at first.'),
        },
        'How the view is presented.',
      ),
    },
    'One view.',
  ),
  'Klass views.',
);

export const shortcuts = list(
  record(
    {
      name: text('Name of the shortcut.'),
      draft: record(
        { text: text('Plain text.'), template: text('Template.') },
        'What the shortcut writes.',
      ),
      payload: anything('Whatever the shortcut carries.'),
      accessTeams: list(text('A team.'), 'Teams that may use the shortcut.'),
      accessUsers: list(text('A user.'), 'Users who may use the shortcut.'),
      conversation: anything('Actions on the conversation.'),
    },
    'One canned response.',
  ),
  'Canned responses.',
);

export const dataSubscriptions = list(
  text('A subscription.', { enum: ['click-to-dial', 'status-sync'] }),
  'For voice apps with meta.externalQueue. click-to-dial shows a click-to-dial option to members of the queue; status-sync syncs their agent status.',
  { uniqueItems: true },
);

export const meta = record(
  {
    externalQueue: text(
      "Name of a voice app's external queue: assigns voice-channel teams to it, and keeps the app's calls from other teams.",
    ),
  },
  'App metadata.',
);
