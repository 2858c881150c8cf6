/** As in the address of the directory, and in the API. */
export const directorySorts = ['relevance', 'name', 'newest', 'most_installed'] as const;

export type DirectorySort = (typeof directorySorts)[number];
