/** The wait that a response asks for: seconds, or the time until a date (RFC 9110 section 10.2.3). */
export function retryAfterSeconds(
  { headers }: Pick<Response, 'headers'>,
  now = Date.now(),
): number | undefined {
  const value = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, (time - now) / 1000);
}
