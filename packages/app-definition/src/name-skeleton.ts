/** Characters of a name that look like others, in the sense of Unicode's UTS #39, section 4. */
const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '2': 'z',
  '5': 's',
  '8': 'b',
  m: 'rn',
  w: 'vv',
};

/**
 * The skeleton of an app's name. People can confuse two names that have the same: it is in lower
 * case, without `_`, and with one character in place of all that look alike. A digit never stands for
 * another digit, so `desk_1` and `desk_2` differ. Migrations store skeletons, so another rule needs
 * a migration.
 */
export function nameSkeleton(name: string): string {
  const letters = name.toLowerCase().replaceAll('_', '');
  return letters.replaceAll(/[0125im8w]/g, (character) => lookAlikes[character] ?? character);
}
