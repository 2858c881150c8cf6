import type { Options } from 'minisearch';

/** The build makes the index, and pages read it, with the same options. */
export const searchOptions = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'path'],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.1, combineWith: 'AND' },
} satisfies Options;
