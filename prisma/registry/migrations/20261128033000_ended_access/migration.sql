-- CreateTable
CREATE TABLE "ended_access" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" CHAR(24) NOT NULL,
    "client_id" TEXT NOT NULL,
    "installed_since" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_access_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ended_access_due_at_idx" ON "ended_access"("due_at");
