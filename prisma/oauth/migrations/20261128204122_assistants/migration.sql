-- AlterTable
ALTER TABLE "organization_settings" ADD COLUMN     "assistants" TEXT NOT NULL DEFAULT 'read';
