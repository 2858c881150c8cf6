/** What holds of a text in every parameter that PostgreSQL is given: it takes no NUL. */
export const storableText = { pattern: '^[^\\u0000]*$', description: 'Without NUL.' } as const;
