-- AlterTable
ALTER TABLE "consent" ADD COLUMN     "installed_since" TIMESTAMPTZ(3);
