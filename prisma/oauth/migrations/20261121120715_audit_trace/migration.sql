-- AlterTable
ALTER TABLE "audit_event" ADD COLUMN     "trace_id" CHAR(32);
