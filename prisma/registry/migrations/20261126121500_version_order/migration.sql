-- The place of a version among others as text that is compared byte by byte (semver.org, item 11). Numbers
-- are of one length; a numeric identifier of a pre-release precedes others, fewer precede more, and a release
-- follows its pre-releases.
CREATE FUNCTION "version_order"("precedence" text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lpad(split_part("precedence", '.', 1), 16, '0') || lpad(split_part("precedence", '.', 2), 16, '0')
    || lpad(split_part(split_part("precedence", '-', 1), '.', 3), 16, '0')
    || CASE WHEN strpos("precedence", '-') = 0 THEN '~' ELSE (
      SELECT string_agg(
        CASE WHEN part ~ '^[0-9]{1,16}$' THEN '0' || lpad(part, 16, '0') ELSE '1' || part END,
        ' ' ORDER BY place) || ' '
      FROM unnest(string_to_array(substr("precedence", strpos("precedence", '-') + 1), '.'))
        WITH ORDINALITY AS parts (part, place)) END
$$;

-- Versions were registered in their order until now, so that their ids had it.
CREATE INDEX "app_version_app_id_version_order_idx"
  ON "app_version" ("app_id", (version_order("precedence") COLLATE "C"));

-- DropIndex
DROP INDEX "app_version_app_id_id_idx";

-- While the tables are new, PostgreSQL takes the later of two indexes of equal cost, and keeps a plan for good.
-- A version is looked up by its number, so that index is made again.
CREATE UNIQUE INDEX "app_version_precedence_again" ON "app_version" ("app_id", "precedence");
DROP INDEX "app_version_app_id_precedence_key";
ALTER INDEX "app_version_precedence_again" RENAME TO "app_version_app_id_precedence_key";
