import { type JsonObject, ownValue, propertiesOf, quote } from '../json-value.ts';
import type { Warn } from '../problem-list.ts';
import { isReleaseDate } from './release-date.ts';

/** Text in double curly braces at the start of a release note. */
const dated = /^\{\{([^{}]+)\}\}/;

/** Warns about release notes that do not begin with their date. */
export function warnAboutReleaseDates(definition: JsonObject, warn: Warn): void {
  for (const [version, note] of propertiesOf(ownValue(definition, 'changelog'))) {
    if (typeof note !== 'string') continue;
    const [, date] = dated.exec(note) ?? [];
    if (date !== undefined && isReleaseDate(date)) continue;
    const detail = () => {
      const fault =
        date === undefined
          ? 'does not begin with its date'
          : `begins with ${quote(date)} in double curly braces, which is not a date`;
      return `The release note of ${quote(version)} ${fault}. Begin it as in {{2024-01-31}} First release.`;
    };
    warn('missing_release_date', ['changelog', version], detail);
  }
}
