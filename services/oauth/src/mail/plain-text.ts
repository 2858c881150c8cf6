const TITLE_CHARACTERS = 80;

/** Characters that are not visible, that change the direction of others, and white space. */
const NOT_PLAIN = /[\p{C}\p{Z}\s]+/gu;
/** What mail programs make a link of: a scheme, `www.`, or a domain. */
const LINK = /:\/\/|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}/iu;

/** A text of others for a mail: on one line, of bounded length. */
export function plainText(text: string, most = TITLE_CHARACTERS): string {
  const characters = [...text.normalize('NFC').replaceAll(NOT_PLAIN, ' ').trim()];
  return characters.length > most
    ? `${characters.slice(0, most - 1).join('')}…`
    : characters.join('');
}

/** @returns undefined for a text of which a mail program would make a link */
export function withoutLink(text: string): string | undefined {
  return LINK.test(text) ? undefined : text;
}

/** The title of an app for a mail; its name where the title has a link. */
export function titleInMail({ title, app }: { title: string; app: string }): string {
  return withoutLink(plainText(title)) || app;
}
