-- DropIndex
DROP INDEX "account_organization_id_idx";

-- DropIndex
DROP INDEX "provider_record_account_id_idx";

-- DropIndex
DROP INDEX "provider_record_grant_digest_idx";

-- AlterTable
ALTER TABLE "account" ADD COLUMN     "disabled_at" TIMESTAMPTZ(3),
ADD COLUMN     "roles_version" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "session_version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "revocation" ADD COLUMN     "roles" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "password_link" (
    "digest" BYTEA NOT NULL,
    "account_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "password_link_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "organization_settings" (
    "organization_id" CHAR(24) NOT NULL,
    "consent_policy" TEXT NOT NULL,

    CONSTRAINT "organization_settings_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "consent_request" (
    "id" UUID NOT NULL,
    "organization_id" CHAR(24) NOT NULL,
    "account_id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "scopes" TEXT[],
    "installed_since" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "consent_request_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "password_link_account_id_key" ON "password_link"("account_id");

-- CreateIndex
CREATE INDEX "consent_request_organization_id_state_id_idx" ON "consent_request"("organization_id", "state", "id");

-- CreateIndex
CREATE UNIQUE INDEX "consent_request_account_id_client_id_key" ON "consent_request"("account_id", "client_id");

-- CreateIndex
CREATE INDEX "account_organization_id_email_idx" ON "account"("organization_id", "email");

-- CreateIndex
CREATE INDEX "provider_record_grant_digest_created_at_idx" ON "provider_record"("grant_digest", "created_at");

-- CreateIndex
CREATE INDEX "provider_record_account_id_kind_idx" ON "provider_record"("account_id", "kind");

-- AddForeignKey
ALTER TABLE "password_link" ADD CONSTRAINT "password_link_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent_request" ADD CONSTRAINT "consent_request_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
