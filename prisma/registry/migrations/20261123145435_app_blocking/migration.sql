-- AlterTable
ALTER TABLE "app" ADD COLUMN     "blocked_at" TIMESTAMPTZ(3),
ADD COLUMN     "blocked_reason" TEXT,
ADD COLUMN     "unblocked_at" TIMESTAMPTZ(3);
