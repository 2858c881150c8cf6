-- CreateTable
CREATE TABLE "refused_request" (
    "client_id" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "error" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "parameters" JSON,
    "count" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "refused_request_pkey" PRIMARY KEY ("client_id","endpoint","error","reason")
);

-- CreateIndex
CREATE INDEX "refused_request_last_at_idx" ON "refused_request"("last_at");
