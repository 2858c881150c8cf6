export const PERSON_NAME_MAX_LENGTH = 128;
/**
 * Characters that are not visible, or change the direction of others. Joiners and variation selectors change how
 * the letters beside them are written.
 */
const INVISIBLE =
  /[\p{Cc}\p{Zl}\p{Zp}]|(?!\p{Join_Control}|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/u;
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/**
 * The stored form of a user's name: in NFC, without white space at its ends.
 * @returns the name, null for an empty text, or why it is none, as the end of a sentence
 */
export function normalizePersonName(text: string): { name: string | null } | { fault: string } {
  const name = text.normalize('NFC').trim();
  if (INVISIBLE.test(name) || (name !== '' && !VISIBLE.test(name))) {
    return { fault: 'has a character that is not visible. Remove it.' };
  }
  if (name.length > PERSON_NAME_MAX_LENGTH) {
    return { fault: `is too long. Write at most ${PERSON_NAME_MAX_LENGTH} characters.` };
  }
  return { name: name === '' ? null : name };
}
