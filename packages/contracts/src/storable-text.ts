/** JSON Schema keywords of a text parameter for PostgreSQL, which cannot store NUL. */
export const storableText = { pattern: '^[^\\u0000]*$', description: 'Without NUL.' } as const;
