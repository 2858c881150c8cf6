-- CreateTable
CREATE TABLE "organization" (
    "id" CHAR(24) NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "organization_id" CHAR(24) NOT NULL,
    "name" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "roles" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "organization_id" CHAR(24) NOT NULL,
    "visibility" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "operator_tags" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "highest_version" TEXT,
    "latest_version_id" BIGINT,

    CONSTRAINT "app_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app_version" (
    "id" BIGSERIAL NOT NULL,
    "app_id" BIGINT NOT NULL,
    "version" TEXT NOT NULL,
    "precedence" TEXT NOT NULL,
    "definition" JSON NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "tags" TEXT[],
    "dependencies" TEXT[],
    "redirect_uris" TEXT[],
    "defects" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "public_identifier" (
    "identifier" TEXT NOT NULL,
    "organization_id" CHAR(24) NOT NULL,

    CONSTRAINT "public_identifier_pkey" PRIMARY KEY ("identifier")
);

-- CreateTable
CREATE TABLE "attribute" (
    "app_version_id" BIGINT NOT NULL,
    "klass" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "example" TEXT NOT NULL,

    CONSTRAINT "attribute_pkey" PRIMARY KEY ("app_version_id","klass","name")
);

-- CreateTable
CREATE TABLE "client_secret" (
    "id" UUID NOT NULL,
    "app_id" BIGINT NOT NULL,
    "digest" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "client_secret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "installation" (
    "organization_id" CHAR(24) NOT NULL,
    "app_id" BIGINT NOT NULL,
    "app_version_id" BIGINT NOT NULL,
    "installed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("organization_id","app_id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "organization_id" CHAR(24),
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "before" JSON,
    "after" JSON,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_key_digest_key" ON "api_key"("digest");

-- CreateIndex
CREATE INDEX "api_key_organization_id_created_at_id_idx" ON "api_key"("organization_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "app_name_key" ON "app"("name");

-- CreateIndex
CREATE UNIQUE INDEX "app_client_id_key" ON "app"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "app_latest_version_id_key" ON "app"("latest_version_id");

-- CreateIndex
CREATE INDEX "app_organization_id_name_idx" ON "app"("organization_id", "name");

-- CreateIndex
CREATE INDEX "app_visibility_name_idx" ON "app"("visibility", "name");

-- CreateIndex
CREATE INDEX "app_identifier_idx" ON "app"("identifier");

-- CreateIndex
CREATE INDEX "app_version_app_id_id_idx" ON "app_version"("app_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "app_version_app_id_precedence_key" ON "app_version"("app_id", "precedence");

-- CreateIndex
CREATE INDEX "attribute_name_klass_idx" ON "attribute"("name", "klass");

-- CreateIndex
CREATE INDEX "client_secret_app_id_idx" ON "client_secret"("app_id");

-- CreateIndex
CREATE INDEX "installation_app_id_idx" ON "installation"("app_id");

-- CreateIndex
CREATE INDEX "installation_app_version_id_idx" ON "installation"("app_version_id");

-- CreateIndex
CREATE INDEX "audit_event_organization_id_id_idx" ON "audit_event"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "app" ADD CONSTRAINT "app_latest_version_id_fkey" FOREIGN KEY ("latest_version_id") REFERENCES "app_version"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "app" ADD CONSTRAINT "app_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "app_version" ADD CONSTRAINT "app_version_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute" ADD CONSTRAINT "attribute_app_version_id_fkey" FOREIGN KEY ("app_version_id") REFERENCES "app_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client_secret" ADD CONSTRAINT "client_secret_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation" ADD CONSTRAINT "installation_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation" ADD CONSTRAINT "installation_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation" ADD CONSTRAINT "installation_app_version_id_fkey" FOREIGN KEY ("app_version_id") REFERENCES "app_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
