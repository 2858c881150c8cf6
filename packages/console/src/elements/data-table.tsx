import type { ReactNode } from 'react';
import './data-table.css';

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** It holds buttons: its title is for screen readers alone. */
  isActions?: boolean;
};

type DataTableProps<Row> = {
  /** What the table lists, for screen readers. */
  caption: string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
};

/** A table, which is a list of cards where it has less than 40rem. */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <div className="data-table-frame">
      <table className="data-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isActions }) => (
              <th key={title} scope="col">
                <span className={isActions ? 'visually-hidden' : undefined}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, index) => (
                <Cell key={column.title} column={column} row={row} isFirst={index === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

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
