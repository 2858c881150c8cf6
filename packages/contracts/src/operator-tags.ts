/** Tags that only the operator sets. */
export const operatorTags = ['built-by-service', 'featured'] as const;
export type OperatorTag = (typeof operatorTags)[number];
