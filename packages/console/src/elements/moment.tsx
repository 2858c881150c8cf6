const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment in the person's language and time zone. @param none in place of a moment that has not come */
export function Moment({ at, none = '' }: { at: string | null; none?: string }) {
  if (at === null) return <span className="muted">{none}</span>;
  return <time dateTime={at}>{format.format(new Date(at))}</time>;
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** The day of a moment, likewise. */
export function Day({ at }: { at: string }) {
  return <time dateTime={at}>{dayFormat.format(new Date(at))}</time>;
}

/** An instant as the value of a field of type `datetime-local`, in the person's time zone, to the minute. */
export function localTime(instant: string | undefined): string {
  const at = new Date(instant ?? '');
  if (Number.isNaN(at.getTime())) return '';
  const asUtc = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return asUtc.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** The instant of such a value; empty for none. */
export function utcInstant(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
