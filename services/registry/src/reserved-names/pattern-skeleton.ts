import { nameSkeleton } from '@app-platform/app-definition';

const ANY_END = '*';

/** The skeleton of a pattern, so that a reserved name covers the names that look like it. */
export function patternSkeleton(pattern: string): string {
  if (!pattern.endsWith(ANY_END)) return nameSkeleton(pattern);
  return nameSkeleton(pattern.slice(0, -ANY_END.length)) + ANY_END;
}

/** The skeletons of all patterns that a name matches: the name itself, then its beginnings, longest first. */
export function matchingSkeletons(name: string): string[] {
  let skeleton = '';
  const beginnings: string[] = [];
  for (const character of name) {
    skeleton += nameSkeleton(character);
    beginnings.push(skeleton + ANY_END);
  }
  return [skeleton, ...beginnings.reverse()];
}
