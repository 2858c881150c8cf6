/** Control characters except line breaks and tabs. Some begin commands of terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Texts of other organizations, such as the reason of a withdrawal, do not reach a terminal as they are. */
export function printable(text: string): string {
  return text.replace(CONTROL, '');
}
