import type { ReactNode } from 'react';

/** In place of a list without entries: why it has none, and what to do next. */
export function EmptyState(props: { title: string; children: ReactNode }) {
  return (
    <div className="empty-state">
      <h2>{props.title}</h2>
      {props.children}
    </div>
  );
}
