-- CreateTable
-- Rows are updated every 30 seconds: the free space of their pages spares the indexes an entry for each update.
CREATE TABLE "usage_day" (
    "organization_id" CHAR(24) NOT NULL,
    "day" DATE NOT NULL,
    "requests" BIGINT NOT NULL,
    "webhook_deliveries" BIGINT NOT NULL,
    "webhook_attempts" BIGINT NOT NULL,
    "webhook_failures" BIGINT NOT NULL,

    CONSTRAINT "usage_day_pkey" PRIMARY KEY ("organization_id","day")
) WITH (fillfactor = 70);

-- CreateIndex
CREATE INDEX "usage_day_day_idx" ON "usage_day"("day");
