import { exactPointer, type Path } from '../json/json-pointer.ts';
import { type JsonObject, ownValue } from '../json/json-value.ts';
import type { Fix, Report, Rule } from './rule.ts';

export const displayName: Rule = {
  name: 'display-name',
  severity: 'error',
  title: 'Display name',
  summary: 'A title or the name of a developer is empty, or holds invisible characters.',
  expected: 'one line of visible characters',
  refuseListing: refuseDisplayNames,
  why: 'People decide by the title and by the name of the developer whom they trust, so both show exactly what they hold: no invisible characters, and nothing that changes the direction of text.',
  wrong: { title: 'Parcel\u200bfinder' },
  right: { title: 'Parcel finder' },
};

/** Characters that are invisible or change the direction of others (Unicode TR36, TR39). */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const blank = /^[\s\p{Cc}\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
/** Scripts whose letters a joiner or non-joiner connects or separates. */
const joining =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}]';
/** Joiners where they are needed: within words of those scripts, and within an emoji. */
const neededJoiners = `(?<=${joining})[\\u200c\\u200d](?=${joining})|(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})`;
/** Selects the text or the color style of an emoji. */
const styleSelector = '(?<=\\p{Emoji})[\\ufe0e\\ufe0f]';
/** The tags after a black flag name a region, such as England (Unicode TR51, 1.4.6 ED-14a). */
const regionTags = '(?<=\\u{1f3f4})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}';
/** Invisible characters, the first group those that belong to a visible one. */
const invisibleParts = new RegExp(
  `(${neededJoiners}|${styleSelector}|${regionTags})|${invisible.source}`,
  'gu',
);

/** Refuses invisible characters in titles and names of developers: users decide by them whom they trust. */
function refuseDisplayNames(definition: JsonObject, report: Report): void {
  refuseName(ownValue(definition, 'title'), ['title'], report);
  const developer = ownValue(ownValue(definition, 'appDetails'), 'appDeveloper');
  refuseName(ownValue(developer, 'name'), ['appDetails', 'appDeveloper', 'name'], report);
}

function refuseName(value: unknown, path: Path, report: Report): void {
  // The schema refuses the empty title.
  if (typeof value !== 'string' || value === '') return;
  const field = `\`${path.at(-1)}\``;
  if (blank.test(value)) {
    const detail = () => `${field} shows nothing. Write at least one visible character.`;
    report(displayName, path, detail, { expected: 'a visible character' });
    return;
  }
  const [found] = [...value.matchAll(invisibleParts)].find(([, needed]) => !needed) ?? [];
  if (found === undefined) return;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const detail = () =>
    `${field} holds the character U+${code}, which is invisible, a line break or changes the direction of text. Remove it.`;
  report(displayName, path, detail, { fix: () => withoutInvisible(value, path) });
}

function withoutInvisible(value: string, path: Path): Fix {
  const shown = value.replaceAll(invisibleParts, (_all, needed) => needed ?? '');
  return [{ op: 'replace', path: exactPointer(path), value: shown }];
}
