/** How the values of a PostgreSQL type arrive in a row, with either driver. */
type Received = {
  text: string;
  bool: boolean;
  int4: number;
  int8: bigint;
  timestamptz: Date;
  bytea: Uint8Array<ArrayBuffer>;
  json: unknown;
  'text[]': string[];
};

/** How they are sent: JSON as text that is written already. */
type Sent = Omit<Received, 'json' | 'bytea' | 'text[]'> & {
  json: string;
  bytea: Uint8Array;
  'text[]': readonly (string | null)[];
};

type Name = keyof Received;
/** A PostgreSQL type, with `?` where the value may be null. `uuid`, `char(n)` and `varchar` are `text`. */
export type ColumnType = Name | `${Name}?`;
export type Columns = Readonly<Record<string, ColumnType>>;

type ValueIn<
  Values extends Record<Name, unknown>,
  Type extends ColumnType,
> = Type extends `${infer Base extends Name}?`
  ? Values[Base] | null
  : Type extends Name
    ? Values[Type]
    : never;

export type RowOf<Row extends Columns> = { [Key in keyof Row]: ValueIn<Received, Row[Key]> };
export type ParametersOf<Parameters extends Columns> = {
  [Key in keyof Parameters]: ValueIn<Sent, Parameters[Key]>;
};

/**
 * A prepared SQL statement.
 */
export type Statement<Parameters extends Columns = Columns, Row extends Columns = Columns> = {
  /** The name it is prepared under, once per connection. */
  readonly name: string;
  readonly text: string;
  /** The values in the order of `$1`, `$2` and so on. */
  readonly parameters: Parameters;
  /** The columns of a row, by the names that the statement gives them. */
  readonly row: Row;
};

export type Statements = {
  /** Runs a statement. @returns its rows */
  rows<Parameters extends Columns, Row extends Columns>(
    statement: Statement<Parameters, Row>,
    values: ParametersOf<Parameters>,
  ): Promise<RowOf<Row>[]>;
};

const defined: Statement[] = [];

/** Declares a statement. A test compares every declaration with the migrated schema. */
export function defineStatement<const Parameters extends Columns, const Row extends Columns>(
  statement: Statement<Parameters, Row>,
): Statement<Parameters, Row> {
  defined.push(statement);
  return statement;
}

/** Every statement of the modules that are loaded. */
export function definedStatements(): readonly Statement[] {
  return defined;
}

/** The values of a call in the order in which the statement declares them. */
export function orderedValues<Parameters extends Columns>(
  { parameters }: Statement<Parameters>,
  values: ParametersOf<Parameters>,
): unknown[] {
  return Object.keys(parameters).map((name) => values[name]);
}
