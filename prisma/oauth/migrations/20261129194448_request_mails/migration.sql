-- AlterTable
ALTER TABLE "organization_settings" ADD COLUMN     "request_mails" TEXT NOT NULL DEFAULT 'on';
