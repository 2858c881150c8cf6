import { PlatformError } from '@app-platform/client/source';

/** What the platform says against one field of a form. @param pointer of the field in the body, such as `/email` */
export function faultsAt(error: unknown, pointer: string): string[] {
  if (!(error instanceof PlatformError)) return [];
  const faults = error.errors.filter(({ source }) => isWithin(source?.pointer, pointer));
  return faults.map(({ detail, title }) => detail ?? title);
}

/** The error, unless all of it is shown beside fields. @param pointers of the fields */
export function unlessBeside(error: unknown, pointers: readonly string[]): unknown {
  if (!(error instanceof PlatformError) || error.errors.length === 0) return error;
  const isShown = error.errors.every(({ source }) =>
    pointers.some((pointer) => isWithin(source?.pointer, pointer)),
  );
  return isShown ? undefined : error;
}

function isWithin(pointer: string | undefined, field: string): boolean {
  return pointer === field || pointer?.startsWith(`${field}/`) === true;
}
