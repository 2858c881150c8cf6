-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "installed_by" JSON;
