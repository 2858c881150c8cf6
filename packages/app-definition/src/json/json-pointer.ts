/** The keys and indexes that lead to a value in a definition, outermost first. */
export type Path = readonly (string | number)[];

/** Bounds the response: every problem has a pointer, and names in a definition can be long. */
const pointerMaxLength = 1000;

function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

/**
 * The RFC 6901 pointer. A pointer of more than 1000 characters ends at the last object or array that
 * fits, so it always points at an existing value.
 */
export function jsonPointer(path: Path, start = ''): string {
  let pointer = start;
  for (const token of path) {
    const text = String(token);
    if (text.length > pointerMaxLength) return pointer;
    const longer = `${pointer}/${escapeToken(text)}`;
    if (longer.length > pointerMaxLength) return pointer;
    pointer = longer;
  }
  return pointer;
}

/** The RFC 6901 pointer, however long it is: an operation of a patch must name its exact target. */
export function exactPointer(path: Path): string {
  return path.map((token) => `/${escapeToken(String(token))}`).join('');
}

/** The path that a pointer names. */
export function pathOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeToken);
}

/** Appends a token to an escaped pointer, under the same limit. */
export function extendPointer(parent: string, child: string | undefined): string {
  if (parent.length > pointerMaxLength) {
    return parent.slice(0, parent.slice(0, pointerMaxLength + 1).lastIndexOf('/'));
  }
  return child === undefined ? parent : jsonPointer([child], parent);
}

const fieldNameMaxLength = 40;

/** The name of a pointer's target in a sentence: its last name and the indexes after it. */
export function fieldName(pointer: string): string {
  let end = pointer.length;
  let slash = pointer.lastIndexOf('/');
  while (slash > 0 && /^\d{1,9}$/.test(pointer.slice(slash + 1, end))) {
    end = slash;
    slash = pointer.lastIndexOf('/', end - 1);
  }
  const name = unescapeToken(pointer.slice(slash + 1, end));
  const indexes = pointer.slice(end).replaceAll(/\/(\d+)/g, '[$1]');
  return `\`${shortened(name)}${indexes}\``;
}

function shortened(name: string): string {
  return name.length > fieldNameMaxLength ? `${name.slice(0, fieldNameMaxLength)}…` : name;
}
