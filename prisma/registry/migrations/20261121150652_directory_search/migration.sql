-- The directory is searched for parts of words: https://www.postgresql.org/docs/current/pgtrgm.html
-- A trusted extension: whoever may create in the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- AlterTable
ALTER TABLE "app" ADD COLUMN     "search_text" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "title" TEXT NOT NULL DEFAULT '';

-- What describes an app is what describes its highest version. A trigger, and not the stores, so
-- that the release before this one keeps it too while both run.
CREATE FUNCTION "describe_app"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE app SET title = NEW.title, tags = NEW.tags,
    search_text = concat_ws(E'\n', name, NEW.title, NEW.description)
  WHERE latest_version_id = NEW.id
    AND (title, tags, search_text) IS DISTINCT FROM
        (NEW.title, NEW.tags, concat_ws(E'\n', name, NEW.title, NEW.description));
  RETURN NULL;
END
$$;

CREATE TRIGGER "app_version_describes_app"
  AFTER INSERT OR UPDATE OF title, description, tags ON "app_version"
  FOR EACH ROW EXECUTE FUNCTION "describe_app"();

UPDATE "app" SET "title" = v."title", "tags" = v."tags",
  "search_text" = concat_ws(E'\n', "name", v."title", v."description")
FROM "app_version" v WHERE v."id" = "app"."latest_version_id";

-- CreateIndex
CREATE INDEX "app_search_text_idx" ON "app" USING GIN ("search_text" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "app_tags_idx" ON "app" USING GIN ("tags");

-- CreateIndex
CREATE INDEX "app_operator_tags_idx" ON "app" USING GIN ("operator_tags");
