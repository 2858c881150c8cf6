/** A scope in plain words. Scopes are roles: their dotted words tell what they are about. */
export function scopeWords(scope: string): string {
  if (scope === 'offline_access') return 'stay connected when you are not there';
  const [, kind, ...subject] = scope.split('.');
  const what = subject.join(' ').replaceAll('_', ' ');
  if (kind === 'permission' && what) return `use the ${what} data that you can use`;
  if (kind === 'admin' && what) return `administer ${what}`;
  if (kind === 'admin') return 'administer everything that you administer';
  return 'do everything in this area that you can do';
}
