-- The words of an app, weighted by where they are: https://www.postgresql.org/docs/current/textsearch.html
-- Characters that would join words to addresses, numbers with a sign, or tags are spaces first.
CREATE FUNCTION "app_words"("title" text, "name" text, "tags" text[], "developer" text, "description" text)
RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  apart CONSTANT text := '_-+./:@<>&''"';
  spaces CONSTANT text := repeat(' ', 12);
BEGIN
  RETURN setweight(to_tsvector('pg_catalog.simple', translate(coalesce("title", ''), apart, spaces)), 'A')
    || setweight(to_tsvector('pg_catalog.simple', translate(coalesce("name", ''), apart, spaces)), 'B')
    || setweight(to_tsvector('pg_catalog.simple',
         translate(concat_ws(' ', array_to_string("tags", ' '), "developer"), apart, spaces)), 'C')
    || to_tsvector('pg_catalog.simple', translate(coalesce("description", ''), apart, spaces));
END
$$;
