-- AlterTable
ALTER TABLE "audit_event" ADD COLUMN     "actor_client_id" TEXT;
