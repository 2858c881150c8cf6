-- AlterTable
ALTER TABLE "consent" ADD COLUMN     "mcp_scopes" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "consent_request" ADD COLUMN     "is_for_mcp" BOOLEAN NOT NULL DEFAULT false;
