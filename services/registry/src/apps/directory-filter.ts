import type { StatementValue } from '@app-platform/service-kit/database';

/** What apps are searched for, in SQL. */
export type DirectoryFilter = {
  /** What an app that is looked at has to fulfil: AND conditions. */
  condition: string;
  /** The same, as indexes are asked for it; nothing where there is none to ask. */
  indexed: string | undefined;
  /** The tables that `indexed` reads, for a WITH list. */
  tables: string[];
};

/** Takes a value into the statement. @returns how it is called there */
type TakeValue = (value: StatementValue) => string;

/**
 * What an index of trigrams can find something by: three letters or digits together, the last two
 * of a word, or its first one.
 */
const TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u;
/** Words, and what stands between them. */
const TOKENS = /[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu;
/** How many apps tell which words nearly all have, from the first registered to the last. */
const SAMPLED_APPS = 50;
/** How many of them may lack such a word: what is registered next may be of another kind. */
const LACKING_APPS = 5;

/**
 * @param text part of the name, title or description, in any case
 * @param tag of those of the highest version, or of the operator's
 */
export function filterOf(
  { text, tag }: { text?: string; tag?: string },
  value: TakeValue,
): DirectoryFilter {
  const byTag = tag === undefined ? '' : tagged(value(tag));
  if (text === undefined) return { condition: byTag, indexed: byTag || undefined, tables: [] };
  const pattern = `lower(${value(`%${escaped(text)}%`)})`;
  const condition = `${byTag} AND search_text LIKE ${pattern}`;
  const isIndexed = TRIGRAM.test(text);
  const tokens = text.match(TOKENS) ?? [];
  if (!isIndexed || tokens.length === 1) {
    return { condition, indexed: isIndexed || byTag ? condition : undefined, tables: [] };
  }
  const tables = tellingTables(value(tokens.map(escaped)), pattern);
  // Of the whole pattern the index would be asked too, were it not for the empty text.
  const indexed = `${byTag} AND search_text LIKE (SELECT pattern FROM telling)
    AND search_text || '' LIKE ${pattern}`;
  return { condition, indexed, tables };
}

/**
 * `telling` has the pattern that the index of texts is asked for: the whole one, with words left open
 * that nearly all apps have. For each of those the index would go through a list of nearly all apps,
 * and find hardly fewer. It may match more than the whole one does, and never less.
 * @param tokens the text's, in SQL
 * @param pattern the whole one, in SQL, which has to do where no other word would be left
 */
function tellingTables(tokens: string, pattern: string): string[] {
  return [
    `sampled AS MATERIALIZED (
      SELECT one.search_text FROM (SELECT min(id) AS lowest, max(id) AS highest FROM app) AS ids
      CROSS JOIN generate_series(0, ${SAMPLED_APPS - 1}) AS step
      CROSS JOIN LATERAL (
        SELECT search_text FROM app
        WHERE id = lowest + (highest - lowest) * step / ${SAMPLED_APPS - 1} OFFSET 0) AS one
    )`,
    `judged AS (
      SELECT token, place, length(token) > 2 AND ${LACKING_APPS} >= (
        SELECT count(*) FROM sampled WHERE search_text NOT LIKE '%' || token || '%') AS is_common
      FROM (SELECT lower(token) AS token, place
            FROM unnest(${tokens}::text[]) WITH ORDINALITY AS given (token, place)) AS lowered
    )`,
    `telling AS (
      SELECT CASE WHEN bool_or(token ~ '[[:alnum:]]{2}' AND NOT is_common)
        THEN '%' || string_agg(CASE WHEN is_common THEN '%' ELSE token END, '' ORDER BY place)
          || '%'
        ELSE ${pattern} END AS pattern
      FROM judged
    )`,
  ];
}

/** Fit to stand in a pattern of LIKE. */
function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

function tagged(tag: string): string {
  return `AND (tags @> ARRAY[${tag}] OR operator_tags @> ARRAY[${tag}])`;
}
