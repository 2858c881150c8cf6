-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3),
ADD COLUMN     "suspended_reason" TEXT;

-- Only the operator changes rows of this table, and a second for a million of them blocks nobody else.
-- CreateIndex
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "organization_suspended_at_idx" ON "organization"("suspended_at");
