/**
 * Template expressions and stand-ins as app builders write them: `{{…}}`, `${…}`, `<%…%>`,
 * `{name}`, `[PLACEHOLDER]`, `<your-domain>`. No part runs over its own opening bracket again, so
 * a text of nothing but brackets takes linear time.
 */
const placeholder = /\{\{|\$\{|<%|\{[^{}]*\}|\[[A-Za-z][^[\]]*\]|<[^<>]*>/;

/** Whether the text is only known once something is filled in, so that it cannot be judged yet. */
export function holdsPlaceholder(text: string): boolean {
  return placeholder.test(text);
}
