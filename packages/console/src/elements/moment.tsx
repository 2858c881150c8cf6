const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment in the person's language and time zone. @param none in place of a moment that has not come */
export function Moment({ at, none = '' }: { at: string | null; none?: string }) {
  if (at === null) return <span className="muted">{none}</span>;
  return <time dateTime={at}>{format.format(new Date(at))}</time>;
}
