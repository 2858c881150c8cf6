-- CreateTable
CREATE TABLE "organization_deletion" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" CHAR(24) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "removed" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "organization_deletion_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "organization_deletion_organization_id_key" ON "organization_deletion"("organization_id");

-- CreateIndex
CREATE INDEX "organization_deletion_due_at_idx" ON "organization_deletion"("due_at");

-- AddForeignKey
ALTER TABLE "organization_deletion" ADD CONSTRAINT "organization_deletion_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
