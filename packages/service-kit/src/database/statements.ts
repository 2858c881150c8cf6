/**
 * A statement that is asked so often that Prisma's way to it, which costs several times what the
 * driver does, would show. The others are Prisma's.
 */
export type Statement = {
  /**
   * Under which it is prepared, once in each connection: the same name is always the same text.
   * Left out where the best plan depends on the values: it is planned for them each time.
   */
  name?: string;
  /** One statement, with `$1` and so on for its values. */
  text: string;
};

/** A value that the driver knows how to send. */
export type StatementValue =
  | string
  | number
  | boolean
  | null
  | Date
  | Uint8Array
  | (string | null | undefined)[];

export type Statements = {
  /**
   * Runs a statement by itself, outside of any transaction.
   * @returns its rows, by the names of their columns. Only what both drivers read alike may be
   *   selected: text, booleans, `int4`, `timestamptz`, `bytea`, `json` and arrays of text
   */
  rows<Row>(statement: Statement, values: readonly StatementValue[]): Promise<Row[]>;
};
