-- CreateTable
CREATE TABLE "account" (
    "id" UUID NOT NULL,
    "organization_id" CHAR(24) NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "roles" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_record" (
    "digest" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "grant_digest" BYTEA,
    "account_id" UUID,
    "client_id" TEXT,
    "organization_id" CHAR(24),
    "consumed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_record_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "consent" (
    "account_id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "scopes" TEXT[],
    "granted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consent_pkey" PRIMARY KEY ("account_id","client_id")
);

-- CreateTable
CREATE TABLE "signing_key" (
    "kid" TEXT NOT NULL,
    "algorithm" TEXT NOT NULL,
    "public_jwk" JSONB NOT NULL,
    "encrypted_private" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "active_from" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signing_key_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "revocation" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "revocation_pkey" PRIMARY KEY ("id")
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
    "detail" JSON,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_email_key" ON "account"("email");

-- CreateIndex
CREATE INDEX "account_organization_id_idx" ON "account"("organization_id");

-- CreateIndex
CREATE INDEX "provider_record_grant_digest_idx" ON "provider_record"("grant_digest");

-- CreateIndex
CREATE INDEX "provider_record_expires_at_idx" ON "provider_record"("expires_at");

-- CreateIndex
CREATE INDEX "provider_record_client_id_organization_id_idx" ON "provider_record"("client_id", "organization_id");

-- CreateIndex
CREATE INDEX "provider_record_account_id_idx" ON "provider_record"("account_id");

-- CreateIndex
CREATE INDEX "signing_key_active_from_idx" ON "signing_key"("active_from");

-- CreateIndex
CREATE INDEX "revocation_expires_at_idx" ON "revocation"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "revocation_kind_value_key" ON "revocation"("kind", "value");

-- CreateIndex
CREATE INDEX "audit_event_organization_id_id_idx" ON "audit_event"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "consent" ADD CONSTRAINT "consent_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
