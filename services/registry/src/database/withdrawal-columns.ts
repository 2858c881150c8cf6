/** What a version's developer says against it; null where nothing is said. */
export type Withdrawal = {
  deprecatedAt: Date | null;
  deprecationMessage: string | null;
  successor: string | null;
  yankedAt: Date | null;
  yankReason: string | null;
};

/** The columns of a version `v`, and their types. */
export const withdrawalColumns = `
  v.deprecated_at AS "deprecatedAt", v.deprecation_message AS "deprecationMessage", v.successor,
  v.yanked_at AS "yankedAt", v.yank_reason AS "yankReason"`;

export const withdrawalRow = {
  deprecatedAt: 'timestamptz?',
  deprecationMessage: 'text?',
  successor: 'text?',
  yankedAt: 'timestamptz?',
  yankReason: 'text?',
} as const;
