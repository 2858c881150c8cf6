-- CreateTable
CREATE TABLE "app_policy" (
    "organization_id" CHAR(24) NOT NULL,
    "allows" TEXT NOT NULL,
    "listed" TEXT[],
    "blocked" TEXT[],

    CONSTRAINT "app_policy_pkey" PRIMARY KEY ("organization_id")
);

-- AddForeignKey
ALTER TABLE "app_policy" ADD CONSTRAINT "app_policy_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
