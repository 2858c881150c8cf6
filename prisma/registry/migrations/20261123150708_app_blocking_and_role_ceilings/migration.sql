-- AlterTable
ALTER TABLE "app" ADD COLUMN     "blocked_at" TIMESTAMPTZ(3),
ADD COLUMN     "blocked_reason" TEXT,
ADD COLUMN     "unblocked_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "declared_roles" TEXT[],
ADD COLUMN     "roles" TEXT[];

-- Installations from before are limited by the definition of their version, as new ones are.
UPDATE "installation" SET "declared_roles" = v."roles", "roles" = v."roles"
FROM (
  SELECT "id", ARRAY(
    SELECT r."role"#>>'{}' FROM json_array_elements(d."roles") AS r ("role")
    WHERE json_typeof(r."role") = 'string'
      AND r."role"#>>'{}' ~ '^org(\.[a-z][a-z0-9_]{0,63}){0,7}$' LIMIT 200) AS "roles"
  FROM "app_version"
  CROSS JOIN LATERAL (
    SELECT coalesce("definition"->'roles', "added_fields"->'roles') AS "roles" OFFSET 0) AS d
  WHERE "id" IN (SELECT "app_version_id" FROM "installation") AND json_typeof(d."roles") = 'array'
) v
WHERE "installation"."app_version_id" = v."id";
