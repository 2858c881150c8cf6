import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What `packages/style` has for every page, and the rules of these pages. */
export const styleSheet = [
  import.meta.resolve('@app-platform/style/tokens.css'),
  import.meta.resolve('@app-platform/style/elements.css'),
  new URL('style.css', import.meta.url),
]
  .map((address) => readFileSync(new URL(address), 'utf8'))
  .join('\n');

/** The address of the pages' style sheet. It changes with the content. */
export const styleSheetPath = `/assets/style-${hash('sha256', styleSheet, 'hex').slice(0, 8)}.css`;
