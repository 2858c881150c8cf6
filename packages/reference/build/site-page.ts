/** A page of the documentation, before it has its frame. */
export type SitePage = {
  /** Such as `/docs/lint/unknown-action`. */
  path: string;
  title: string;
  html: string;
  /** What kind of page it is, in results of the search. */
  kind: string;
  /** The search leads to the page, and not to its sections. */
  isWhole?: boolean;
  /** The Markdown of a page that has no document. */
  markdown?: string;
};
