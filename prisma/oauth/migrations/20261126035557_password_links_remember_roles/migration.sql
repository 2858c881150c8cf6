-- AlterTable
ALTER TABLE "password_link" ADD COLUMN     "email" TEXT,
ADD COLUMN     "issuer_id" UUID,
ADD COLUMN     "roles" TEXT[];

-- Links that exist stay usable where the roles of their users have not changed since. Links are valid for 72 hours at most.
UPDATE "password_link" SET "roles" = a."roles", "email" = a."email"
FROM "account" a
WHERE a."id" = "password_link"."account_id" AND NOT EXISTS (
  SELECT 1 FROM "audit_event" e
  WHERE e."organization_id" = a."organization_id" AND e."subject" = a."id"::text
    AND e."action" = 'account.roles_changed' AND e."at" > now() - interval '72 hours'
);
