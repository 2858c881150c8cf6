/** Whether the policy of the console's pages lets a picture load. The browser complains of any other. */
export function isAllowedPicture(address: string): boolean {
  if (!URL.canParse(address, location.href)) return false;
  const { protocol, origin } = new URL(address, location.href);
  return protocol === 'https:' || protocol === 'data:' || origin === location.origin;
}
