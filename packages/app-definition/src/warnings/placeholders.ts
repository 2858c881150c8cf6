/**
 * Template expressions and placeholders: `{{…}}`, `${…}`, `<%…%>`, `{name}`, `[PLACEHOLDER]`,
 * `<your-domain>`. No alternative matches its own opening bracket again, so that the search takes
 * linear time.
 */
const placeholder = /\{\{|\$\{|<%|\{[^{}]*\}|\[[A-Za-z][^[\]]*\]|<[^<>]*>/;

/** Whether the text has placeholders, so that it cannot be checked yet. */
export function holdsPlaceholder(text: string): boolean {
  return placeholder.test(text);
}
