-- The columns of "app" follow the current version: the highest release, or the highest version where
-- there is no release. Only apps with a pre-release above a release change.
UPDATE "app" SET "version" = v."version", "title" = v."title",
  "description" = left(coalesce(d."description", ''), 32768),
  "icon_url" = CASE WHEN length(d."iconUrl") <= 2048 THEN d."iconUrl" END,
  "developer" = left(d."appDetails"#>>'{appDeveloper,name}', 256),
  "tags" = coalesce(d."tags", '{}') || "app"."operator_tags",
  "redirect_uris" = coalesce(d."redirectUris", f."redirectUris", '{}'),
  "search_text" = lower(concat_ws(E'\n', "app"."name", v."title", left(coalesce(d."description", ''), 32768)))
FROM "app" a
CROSS JOIN LATERAL (
  SELECT * FROM "app_version"
  WHERE "app_id" = a."id" AND "precedence" NOT LIKE '%-%' ORDER BY "id" DESC LIMIT 1) AS v
CROSS JOIN LATERAL json_to_record(v."definition")
  AS d ("description" TEXT, "iconUrl" TEXT, "appDetails" JSON, "tags" TEXT[], "redirectUris" TEXT[])
CROSS JOIN LATERAL json_to_record(v."added_fields") AS f ("redirectUris" TEXT[])
WHERE "app"."id" = a."id" AND a."highest_version" LIKE '%-%';

-- AlterTable
ALTER TABLE "app" ADD COLUMN "short_name" TEXT,
ADD COLUMN "roles" TEXT[];

-- Apps that are registered both private and public keep null, so that the index can be made.
-- Roles are those of the current version's definition.
UPDATE "app" SET "short_name" = CASE WHEN s."apps" = 1 THEN s."value" END,
  "roles" = CASE WHEN json_typeof(v."definition"->'roles') = 'array' THEN ARRAY(
    SELECT r."role"#>>'{}' FROM json_array_elements(v."definition"->'roles') AS r ("role")
    WHERE json_typeof(r."role") = 'string'
      AND r."role"#>>'{}' ~ '^org(\.[a-z][a-z0-9_]{0,63}){0,7}$' LIMIT 200) END
FROM (
  SELECT "id", "value", count(*) OVER (PARTITION BY "organization_id", "value") AS "apps"
  FROM "app" CROSS JOIN LATERAL (
    SELECT CASE "visibility" WHEN 'private' THEN left("name", -25) ELSE "name" END) AS n ("value")
  ) s
JOIN "app_version" v ON v."app_id" = s."id"
WHERE "app"."id" = s."id" AND v."precedence" = split_part("app"."version", '+', 1);

-- No index holds what changes with a version, so that registering a later one stays a HOT update.
CREATE UNIQUE INDEX "app_organization_id_short_name_key" ON "app"("organization_id", "short_name");
