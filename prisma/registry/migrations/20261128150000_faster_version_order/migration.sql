-- The same order, in a fifth of the time for a release: PostgreSQL starts a query for each call of an SQL function that it
-- cannot inline.
CREATE OR REPLACE FUNCTION "version_order"("precedence" text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF strpos("precedence", '-') = 0 THEN
    RETURN lpad(split_part("precedence", '.', 1), 16, '0') || lpad(split_part("precedence", '.', 2), 16, '0')
      || lpad(split_part("precedence", '.', 3), 16, '0') || '~';
  END IF;
  RETURN lpad(split_part("precedence", '.', 1), 16, '0') || lpad(split_part("precedence", '.', 2), 16, '0')
    || lpad(split_part(split_part("precedence", '-', 1), '.', 3), 16, '0')
    || (SELECT string_agg(
          CASE WHEN part ~ '^[0-9]{1,16}$' THEN '0' || lpad(part, 16, '0') ELSE '1' || part END,
          ' ' ORDER BY place) || ' '
        FROM unnest(string_to_array(substr("precedence", strpos("precedence", '-') + 1), '.'))
          WITH ORDINALITY AS parts (part, place));
END
$$;
