-- AlterTable
ALTER TABLE "account" ADD COLUMN     "upstream_issuer" TEXT,
ADD COLUMN     "upstream_subject" TEXT,
ALTER COLUMN "password_hash" DROP NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "account_upstream_issuer_upstream_subject_organization_id_key" ON "account"("upstream_issuer", "upstream_subject", "organization_id");
