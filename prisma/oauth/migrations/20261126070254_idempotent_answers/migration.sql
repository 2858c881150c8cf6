-- CreateTable
CREATE TABLE "idempotent_answer" (
    "organization_id" CHAR(24) NOT NULL,
    "key" TEXT NOT NULL,
    "request_digest" BYTEA NOT NULL,
    "answer" JSON NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotent_answer_pkey" PRIMARY KEY ("organization_id","key")
);

-- CreateIndex
CREATE INDEX "idempotent_answer_expires_at_idx" ON "idempotent_answer"("expires_at");
