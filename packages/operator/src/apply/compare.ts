/** Access is never changed by repeating a file: somebody may have reduced it on purpose. */
export function otherRoles(wanted: string[], held: string[]): { differs?: string[] } {
  const isSame = new Set(wanted).symmetricDifference(new Set(held)).size === 0;
  return isSame ? {} : { differs: ['roles'] };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
