-- The directory reads columns of "app" alone. Registrations, updates of a description and the
-- operator's tags write them, in place of a trigger.
DROP TRIGGER "app_version_describes_app" ON "app_version";
DROP FUNCTION "describe_app"();

-- AlterTable
ALTER TABLE "app" ADD COLUMN "version" TEXT,
ADD COLUMN "description" TEXT,
ADD COLUMN "icon_url" TEXT,
ADD COLUMN "developer" TEXT,
ADD COLUMN "redirect_uris" TEXT[],
ALTER COLUMN "title" DROP DEFAULT,
ALTER COLUMN "tags" DROP DEFAULT,
ALTER COLUMN "search_text" DROP DEFAULT;

-- Texts are cut at the limits of the schema, which the first versions were not held to.
UPDATE "app" SET "version" = v."version", "description" = left(v."description", 32768),
  "icon_url" = CASE WHEN length(d."iconUrl") <= 2048 THEN d."iconUrl" END,
  "developer" = left(d."appDetails"#>>'{appDeveloper,name}', 256),
  "redirect_uris" = v."redirect_uris", "tags" = v."tags" || "operator_tags"
FROM "app_version" v CROSS JOIN LATERAL json_to_record(v."definition") AS d ("iconUrl" TEXT, "appDetails" JSON)
WHERE v."id" = "app"."latest_version_id";

-- AlterTable
ALTER TABLE "app" ALTER COLUMN "version" SET NOT NULL,
ALTER COLUMN "description" SET NOT NULL,
ALTER COLUMN "highest_version" SET NOT NULL;

-- AlterTable
ALTER TABLE "app_version" ADD COLUMN "added_fields" JSON;

UPDATE "app_version" SET "added_fields" = (
  SELECT json_object_agg(f."key", f."value")
  FROM json_each(json_build_object(
    'name', a."name", 'auth', '{}'::JSON, 'version', "app_version"."version",
    'visibility', a."visibility", 'redirectUris', "app_version"."redirect_uris",
    'clientId', a."client_id", 'identifier', a."identifier", 'title', "app_version"."title")) f
  WHERE f."key" NOT IN (SELECT json_object_keys("app_version"."definition")))
FROM "app" a WHERE a."id" = "app_version"."app_id";

-- AlterTable
ALTER TABLE "app_version" ALTER COLUMN "added_fields" SET NOT NULL,
DROP COLUMN "description",
DROP COLUMN "redirect_uris",
DROP COLUMN "tags";

-- An app finds its highest version by "highest_version", which no index has. So registering a later
-- version leaves the indexes of "app" alone (a HOT update), where there is room on its page.
ALTER TABLE "app" DROP CONSTRAINT "app_latest_version_id_fkey";
DROP INDEX "app_latest_version_id_key";
ALTER TABLE "app" DROP COLUMN "latest_version_id";
ALTER TABLE "app" SET (fillfactor = 80);

-- DropIndex
DROP INDEX "app_identifier_idx";

-- The operator's tags are among "tags".
DROP INDEX "app_operator_tags_idx";
