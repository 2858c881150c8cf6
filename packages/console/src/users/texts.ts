export const userTexts = {
  users: 'Users',
  search: 'Search users',
  searchPlaceholder: 'A part of the name or email address',
  email: 'Email address',
  emailMissing: 'Type the email address.',
  name: 'Name',
  nameHint: 'Optional. Other people of the organization see it.',
  nameFault: (fault: string) => `The name ${fault}`,
  noName: 'None given',
  status: 'Status',
  statuses: { active: 'Active', invited: 'Invited', disabled: 'Disabled' },
  roles: 'Roles',
  rolesOfUser: 'What the user may do',
  created: 'Created',
  disabledAt: 'Disabled',
  signsIn: 'Signs in',
  signIns: { password: 'With a password', upstream: 'At the upstream provider' },
  shown: (count: number, hasMore: boolean) =>
    hasMore
      ? `The first ${count.toLocaleString()} users are shown, the most at once. Search for others.`
      : `That is all: ${count.toLocaleString()} ${count === 1 ? 'user' : 'users'}.`,
  nobodyFound: 'No user fits',
  nobodyFoundAdvice: 'Search for another part of the name or email address, or invite the user.',
  showAll: 'Show all users',
  allUsers: 'All users',
  grants: 'What this user allows apps to do',
  activity: 'What this user did',
  actions: 'Administer',
  save: 'Save',
  invite: 'Invite a user',
  inviteAction: 'Invite',
  invited: (email: string) => `${email} is invited`,
  passwordLink: 'Link to set a password',
  linkMailed: 'The platform has sent this link to the user.',
  linkNotMailed: 'Send this link to the user: the platform has not sent it.',
  linkEnds: 'It works once, until',
  dialogs: {
    name: {
      title: 'Change the name',
      purpose: 'Other people see the name, and apps that the user allows to know it.',
      consequence: 'Leave it empty to remove the name.',
    },
    roles: {
      title: 'Change roles',
      purpose: 'Roles decide what the user may do, here and through apps.',
      consequence: 'Access tokens with a role that you remove end at once.',
    },
    reset: {
      title: 'Create a reset link',
      purpose: 'A link lets the user set a new password.',
      consequence:
        'The link replaces the one before. A new password ends all access of the old one.',
    },
    'end-sessions': {
      title: 'End sessions',
      purpose:
        'Sign the user out of all browsers, the console and the command line. Apps keep their access.',
      consequence: 'The user signs in again with the password. Apps keep their access.',
    },
    disable: {
      title: 'Disable',
      purpose: 'A disabled user cannot sign in, and apps lose access for the user.',
      consequence:
        'All sessions and tokens of the user end at once. You can enable the user again.',
    },
    enable: {
      title: 'Enable',
      purpose: 'Let the user sign in again.',
      consequence: 'The user can sign in again. Sessions and tokens of before have ended.',
    },
    delete: {
      title: 'Delete',
      purpose: 'Remove the user for ever, with all sessions and access.',
      consequence: 'The user and all that the user has are removed. This cannot be undone.',
    },
  },
};
