import { join } from 'node:path';
import { Eta } from 'eta';
import type { AssetAddresses } from '../assets/asset-routes.ts';
import { redocStyleHashes } from '../assets/redoc-bundle.ts';
import { type Section, sectionNames } from './documents.ts';

export type Site = {
  /** The name of the service in titles. */
  service: string;
  /** The folders of documents that the service shows beside `/docs` and `/docs/errors`. */
  sections: readonly Section[];
};

/** With a nonce the page of Redoc, else a document. */
/** `markdown` is the path of the page's other form; empty without one. */
type Page = { title: string; current: string; markdown: string } & (
  | { nonce: string }
  | { html: string }
);

export function pageRenderer({ service, sections }: Site, assets: AssetAddresses) {
  const views = join(import.meta.dirname, 'reference');
  const eta = new Eta({ views, autoEscape: true, cache: true });
  const navigation = [
    { path: '/docs', text: 'API' },
    ...sections.map((section) => ({ path: `/docs/${section}`, text: sectionNames[section] })),
    { path: '/docs/errors', text: 'Errors' },
    { path: '/openapi.json', text: 'OpenAPI' },
  ];
  return (page: Page): string => eta.render('page', { ...page, service, navigation, assets });
}

const onlyHere = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Pages of Markdown: no script. */
export const documentPolicy = `default-src 'none'; style-src 'self'; img-src data:; ${onlyHere}`;

/** The page of Redoc: scripts of this origin only, and styles with the nonce of the response. */
export function redocPolicy(nonce: string): string {
  const styles = ["'self'", `'nonce-${nonce}'`, ...redocStyleHashes].join(' ');
  return `default-src 'none'; script-src 'self'; style-src ${styles}; img-src data:; connect-src 'self'; ${onlyHere}`;
}
