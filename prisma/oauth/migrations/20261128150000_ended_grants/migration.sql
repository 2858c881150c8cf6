-- AlterTable
ALTER TABLE "revocation" ADD COLUMN     "until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "ended_grants" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" CHAR(24) NOT NULL,
    "account_id" UUID,
    "client_id" TEXT,
    "is_first_party" BOOLEAN,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_grants_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ended_grants_organization_id_ended_at_idx" ON "ended_grants"("organization_id", "ended_at");

-- CreateIndex
CREATE INDEX "ended_grants_due_at_idx" ON "ended_grants"("due_at");
