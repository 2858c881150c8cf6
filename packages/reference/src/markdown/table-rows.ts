/** The rows of a section's table: a link to the page first, the purpose last. */
export function tableRows(readme: string): { text: string; href: string; purpose: string }[] {
  return [...readme.matchAll(/^\| \[`?([^\]`]+)`?\]\(([\w./-]+\.md)\) \|(.*) \|$/gm)].map(
    ([, text = '', href = '', cells = '']) => ({
      ...{ text, href },
      purpose: cells.split(' | ').at(-1)?.trim() ?? '',
    }),
  );
}
