-- ILIKE makes lower case of every text that it looks at, each time: that was most of a search.
-- The release before goes on finding what it looks for, since ILIKE tells no cases apart.
CREATE OR REPLACE FUNCTION "describe_app"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE app SET title = NEW.title, tags = NEW.tags,
    search_text = lower(concat_ws(E'\n', name, NEW.title, NEW.description))
  WHERE latest_version_id = NEW.id
    AND (title, tags, search_text) IS DISTINCT FROM
        (NEW.title, NEW.tags, lower(concat_ws(E'\n', name, NEW.title, NEW.description)));
  RETURN NULL;
END
$$;

UPDATE "app" SET "search_text" = lower("search_text") WHERE "search_text" <> lower("search_text");
