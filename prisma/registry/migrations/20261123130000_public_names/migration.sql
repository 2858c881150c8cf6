-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "verified" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "public_name" (
    "skeleton" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "organization_id" CHAR(24) NOT NULL,

    CONSTRAINT "public_name_pkey" PRIMARY KEY ("skeleton")
);

-- CreateTable
CREATE TABLE "reserved_name" (
    "skeleton" TEXT NOT NULL,
    "pattern" TEXT NOT NULL,
    "organization_id" CHAR(24),
    "reserved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reserved_name_pkey" PRIMARY KEY ("skeleton")
);

-- AddForeignKey
ALTER TABLE "reserved_name" ADD CONSTRAINT "reserved_name_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The skeletons of `nameSkeleton` in packages/app-definition. Where public apps look alike already,
-- the first one registered holds the skeleton, and the others stay as they are.
INSERT INTO "public_name" ("skeleton", "name", "organization_id")
SELECT DISTINCT ON (s."skeleton") s."skeleton", a."name", a."organization_id"
FROM "app" a CROSS JOIN LATERAL (
  SELECT replace(replace(translate(lower(replace(a."name", '_', '') COLLATE "C"),
    '01i258', 'ollzsb'), 'm', 'rn'), 'w', 'vv') AS "skeleton") s
WHERE a."visibility" = 'public'
ORDER BY s."skeleton", a."id";
