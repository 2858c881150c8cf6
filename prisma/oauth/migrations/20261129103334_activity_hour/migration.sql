-- CreateTable
-- Rows are updated every 30 seconds: the free space of their pages spares the indexes an entry for each update.
CREATE TABLE "activity_hour" (
    "organization_id" CHAR(24) NOT NULL,
    "client_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "sign_ins" BIGINT NOT NULL,
    "tokens" BIGINT NOT NULL,
    "refused" BIGINT NOT NULL,

    CONSTRAINT "activity_hour_pkey" PRIMARY KEY ("organization_id","client_id","hour")
) WITH (fillfactor = 70);

-- CreateIndex
CREATE INDEX "activity_hour_hour_idx" ON "activity_hour"("hour");
