-- AlterTable
ALTER TABLE "account" ADD COLUMN     "grants_since" TIMESTAMPTZ(3);

-- The consents of a deleted user are removed after the account.
-- DropForeignKey
ALTER TABLE "consent" DROP CONSTRAINT "consent_account_id_fkey";

-- CreateTable
CREATE TABLE "ended_user" (
    "id" BIGSERIAL NOT NULL,
    "account_id" UUID NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_user_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ended_user_due_at_idx" ON "ended_user"("due_at");
