/** No request may take longer, whatever happens behind it. */
export const DEADLINE_MILLISECONDS = 15_000;
