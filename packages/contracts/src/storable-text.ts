/** Any text without NUL, which PostgreSQL does not take in a text: for every parameter that it is given. */
export const storableTextPattern = '^[^\\u0000]*$';
