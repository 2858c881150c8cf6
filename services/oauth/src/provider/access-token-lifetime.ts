/** One day, as the specification says. */
export const ACCESS_TOKEN_SECONDS = 86_400;
