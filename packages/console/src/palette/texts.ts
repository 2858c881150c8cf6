export const paletteTexts = {
  open: 'Search',
  shortcut: (isApple: boolean) => (isApple ? '⌘K' : 'Ctrl K'),
  title: 'Search the console',
  field: 'Pages, apps, users and API keys',
  placeholder: 'Type a name',
  groups: { pages: 'Pages', apps: 'Apps', users: 'Users', keys: 'API keys' },
  registerApp: 'Register an app',
  installed: 'Installed',
  searchUsers: (text: string) => `Search users for “${text}”`,
  found: (count: number) =>
    count === 0 ? 'Nothing fits.' : count === 1 ? '1 hit' : `${count} hits`,
};
