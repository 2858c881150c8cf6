-- CreateTable
CREATE TABLE "app_transfer" (
    "id" BIGSERIAL NOT NULL,
    "app_id" BIGINT NOT NULL,
    "organization_id" CHAR(24) NOT NULL,
    "receiver_id" CHAR(24) NOT NULL,
    "offered_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),

    CONSTRAINT "app_transfer_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_transfer_app_id_key" ON "app_transfer"("app_id");

-- CreateIndex
CREATE INDEX "app_transfer_organization_id_id_idx" ON "app_transfer"("organization_id", "id");

-- CreateIndex
CREATE INDEX "app_transfer_receiver_id_id_idx" ON "app_transfer"("receiver_id", "id");

-- AddForeignKey
ALTER TABLE "app_transfer" ADD CONSTRAINT "app_transfer_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "app_transfer" ADD CONSTRAINT "app_transfer_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "app_transfer" ADD CONSTRAINT "app_transfer_receiver_id_fkey" FOREIGN KEY ("receiver_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
