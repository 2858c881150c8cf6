-- DropIndex
DROP INDEX "account_email_key";

-- DropIndex
DROP INDEX "account_organization_id_email_idx";

-- CreateIndex
CREATE INDEX "account_email_idx" ON "account"("email");

-- CreateIndex
CREATE UNIQUE INDEX "account_organization_id_email_key" ON "account"("organization_id", "email");
