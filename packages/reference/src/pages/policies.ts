import { redocStyleHashes } from '../assets/redoc-bundle.ts';

const onlyHere = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Pages of Markdown: no script. */
export const documentPolicy = `default-src 'none'; style-src 'self'; img-src data:; ${onlyHere}`;

/** The page of Redoc: scripts of this origin only, and styles with the nonce of the answer. */
export function redocPolicy(nonce: string): string {
  const styles = ["'self'", `'nonce-${nonce}'`, ...redocStyleHashes].join(' ');
  return `default-src 'none'; script-src 'self'; style-src ${styles}; img-src data:; connect-src 'self'; ${onlyHere}`;
}
