const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const weekday = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? )?';
const monthName = '(?<month>[a-z]{3,9})\\.?';
const dayNumber = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const time = '(?:[t ]\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?: ?(?:z|[+-]\\d{2}:?\\d{2}))?)?';

/** Accepted formats. A numeric date may begin with the day or the month. */
const forms = [
  new RegExp(`^(?<year>\\d{4})[-/.](?<month>\\d{1,2})(?:[-/.](?<day>\\d{1,2})${time})?$`),
  /^(?<month>\d{1,2})[-/.](?<day>\d{1,2})[-/.](?<year>\d{4}|\d{2})$/,
  /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4}|\d{2})$/,
  new RegExp(`^${weekday}${monthName} ${dayNumber},? (?<year>\\d{4})$`),
  new RegExp(`^${weekday}${dayNumber} ${monthName},? (?<year>\\d{4})$`),
  new RegExp(`^${monthName},? (?<year>\\d{4})$`),
];

/**
 * Whether a text is a date for a release note: `2024-01-31` with an optional time, `01/31/2024`,
 * `31.1.2024`, `January 31, 2024`, `31 Jan 2024`, or without a day `2024-01` and `January 2024`. The
 * day must exist. `Date.parse` does not serve, because it accepts `draft 7`.
 */
export function isReleaseDate(text: string): boolean {
  const date = text.trim().toLowerCase();
  if (date.length > 64) return false;
  return forms.some((form) => {
    const { year, month, day } = form.exec(date)?.groups ?? {};
    return year !== undefined && month !== undefined && exists(year, month, day ?? '1');
  });
}

function exists(yearText: string, monthText: string, dayText: string): boolean {
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  const month = /^\d/.test(monthText) ? Number(monthText) : monthNumber(monthText);
  const day = Number(dayText);
  if (year < 1000 || month < 1 || month > 12 || day < 1) return false;
  // Day 0 of a month is the last day of the month before.
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** 1 for `january` and `jan`; 0 for an unknown name. */
function monthNumber(name: string): number {
  return months.findIndex((month) => month === name || isAbbreviation(name, month)) + 1;
}

function isAbbreviation(name: string, month: string): boolean {
  return month.startsWith(name) && (name.length === 3 || name === 'sept');
}
