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
