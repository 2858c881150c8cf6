-- AlterTable
ALTER TABLE "account" ADD COLUMN     "name" TEXT;
