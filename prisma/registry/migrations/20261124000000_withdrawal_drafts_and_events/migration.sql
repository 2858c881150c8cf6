-- AlterTable
ALTER TABLE "app_version" ADD COLUMN     "deprecated_at" TIMESTAMPTZ(3),
ADD COLUMN     "deprecation_message" TEXT,
ADD COLUMN     "successor" TEXT,
ADD COLUMN     "yank_reason" TEXT,
ADD COLUMN     "yanked_at" TIMESTAMPTZ(3),
ALTER COLUMN "app_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "previous_version_id" BIGINT,
ADD COLUMN     "waiting_roles" TEXT[];

-- CreateTable
CREATE TABLE "draft" (
    "app_id" BIGINT NOT NULL,
    "app_version_id" BIGINT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "draft_pkey" PRIMARY KEY ("app_id")
);

-- CreateTable
CREATE TABLE "uninstallation" (
    "organization_id" CHAR(24) NOT NULL,
    "app_id" BIGINT NOT NULL,
    "app_version_id" BIGINT NOT NULL,
    "roles" TEXT[],
    "waiting_roles" TEXT[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "uninstallation_pkey" PRIMARY KEY ("organization_id","app_id")
);

-- CreateTable
CREATE TABLE "installation_plan" (
    "id" UUID NOT NULL,
    "organization_id" CHAR(24) NOT NULL,
    "plan" JSON NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "installation_plan_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "draft_app_version_id_idx" ON "draft"("app_version_id");

-- CreateIndex
CREATE INDEX "uninstallation_app_id_idx" ON "uninstallation"("app_id");

-- CreateIndex
CREATE INDEX "uninstallation_app_version_id_idx" ON "uninstallation"("app_version_id");

-- CreateIndex
CREATE INDEX "installation_plan_organization_id_expires_at_idx" ON "installation_plan"("organization_id", "expires_at");

-- CreateIndex
CREATE INDEX "installation_previous_version_id_idx" ON "installation"("previous_version_id");

-- AddForeignKey
ALTER TABLE "draft" ADD CONSTRAINT "draft_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "draft" ADD CONSTRAINT "draft_app_version_id_fkey" FOREIGN KEY ("app_version_id") REFERENCES "app_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation" ADD CONSTRAINT "installation_previous_version_id_fkey" FOREIGN KEY ("previous_version_id") REFERENCES "app_version"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uninstallation" ADD CONSTRAINT "uninstallation_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uninstallation" ADD CONSTRAINT "uninstallation_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uninstallation" ADD CONSTRAINT "uninstallation_app_version_id_fkey" FOREIGN KEY ("app_version_id") REFERENCES "app_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation_plan" ADD CONSTRAINT "installation_plan_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "webhook" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "organization_id" CHAR(24) NOT NULL,
    "app_id" BIGINT,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "description" TEXT NOT NULL DEFAULT '',
    "secret" BYTEA,
    "previous_secret" BYTEA,
    "previous_secret_ends_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "last_success_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_event" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "type" TEXT NOT NULL,
    "payload" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" BIGSERIAL NOT NULL,
    "event_id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "organization_id" CHAR(24) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "claim" UUID,
    "attempts" JSON NOT NULL DEFAULT '[]',

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_organization_id_id_idx" ON "webhook"("organization_id", "id");

-- CreateIndex
CREATE INDEX "webhook_organization_id_app_id_idx" ON "webhook"("organization_id", "app_id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_app_id_url_key" ON "webhook"("app_id", "url");

-- CreateIndex
CREATE INDEX "webhook_event_created_at_idx" ON "webhook_event"("created_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_id_idx" ON "webhook_delivery"("webhook_id", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_event_id_idx" ON "webhook_delivery"("event_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_due_at_webhook_id_idx" ON "webhook_delivery"("due_at", "webhook_id");

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_event"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "attribute_setting" (
    "organization_id" CHAR(24) NOT NULL,
    "klass" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "display_name" TEXT,
    "active" BOOLEAN NOT NULL,

    CONSTRAINT "attribute_setting_pkey" PRIMARY KEY ("organization_id","klass","name")
);

-- AddForeignKey
ALTER TABLE "attribute_setting" ADD CONSTRAINT "attribute_setting_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "installation_request" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" CHAR(24) NOT NULL,
    "app_id" BIGINT NOT NULL,
    "user_id" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "installation_request_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "installation_request_organization_id_id_idx" ON "installation_request"("organization_id", "id");

-- CreateIndex
CREATE INDEX "installation_request_organization_id_user_id_id_idx" ON "installation_request"("organization_id", "user_id", "id");

-- CreateIndex
CREATE INDEX "installation_request_app_id_idx" ON "installation_request"("app_id");

-- CreateIndex
CREATE UNIQUE INDEX "installation_request_organization_id_app_id_user_id_key" ON "installation_request"("organization_id", "app_id", "user_id");

-- AddForeignKey
ALTER TABLE "installation_request" ADD CONSTRAINT "installation_request_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation_request" ADD CONSTRAINT "installation_request_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;
