import './data-table.css';
import { memo, type ReactNode } from 'react';

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** It holds buttons: its title is for screen readers alone. */
  isActions?: boolean;
};

export type DataTableProps<Row> = {
  /** What the table lists, for screen readers. */
  caption: string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** It has no link and no button: its frame takes the focus, so that keys scroll it. */
  isTextOnly?: boolean;
};

/** A table, which is a list of cards where it has less than 56rem. */
export function DataTable<Row extends { id: string }>({
  caption,
  columns,
  rows,
  isTextOnly = false,
}: DataTableProps<Row>) {
  const scrolledByKeys = isTextOnly && { tabIndex: 0, role: 'region', 'aria-label': caption };
  return (
    <div className="data-table-frame" {...scrolledByKeys}>
      <table className="data-table">
        <caption className="visually-hidden">{caption}</caption>
        <TableHead columns={columns} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <Cells columns={columns} row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function TableHead<Row>({ columns }: Pick<DataTableProps<Row>, 'columns'>) {
  return (
    <thead>
      <tr>
        {columns.map(({ title, isActions }) => (
          <th key={title} scope="col">
            <span className={isActions ? 'visually-hidden' : undefined}>{title}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

type CellsProps<Row> = { columns: readonly Column<Row>[]; row: Row };

/** Rendered again for another row alone, not where the rows near the window are measured. */
export const Cells = memo(function Cells<Row>({ columns, row }: CellsProps<Row>) {
  return columns.map((column, index) => (
    <Cell key={column.title} column={column} row={row} isFirst={index === 0} />
  ));
}) as <Row>(props: CellsProps<Row>) => ReactNode;

function Cell<Row>(props: { column: Column<Row>; row: Row; isFirst: boolean }) {
  const { title, cell, isActions } = props.column;
  const content = cell(props.row);
  if (props.isFirst) return <th scope="row">{content}</th>;
  if (isActions) return <td className="row-actions">{content}</td>;
  return (
    <td>
      <span className="cell-title" aria-hidden="true">
        {title}
      </span>
      <div>{content}</div>
    </td>
  );
}

type FactsProps = { className: string; facts: readonly (readonly [string, ReactNode])[] };

/** Terms, each with its value. */
export function Facts({ className, facts }: FactsProps) {
  return (
    <dl className={className}>
      {facts.map(([term, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
        <div key={index}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
