-- The tables of the first release. This file took the place of 12 migrations, and has the name of the last
-- of them: a database that has them all is up to date (docs/decisions/0018).

-- CreateTable
CREATE TABLE "account" (
    "id" UUID NOT NULL,
    "organization_id" CHAR(24) NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT,
    "upstream_issuer" TEXT,
    "upstream_subject" TEXT,
    "roles" TEXT[],
    "roles_version" INTEGER NOT NULL DEFAULT 0,
    "session_version" INTEGER NOT NULL DEFAULT 0,
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_link" (
    "digest" BYTEA NOT NULL,
    "account_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "roles" TEXT[],
    "email" TEXT,
    "issuer_id" UUID,

    CONSTRAINT "password_link_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "organization_settings" (
    "organization_id" CHAR(24) NOT NULL,
    "consent_policy" TEXT NOT NULL,

    CONSTRAINT "organization_settings_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "consent_request" (
    "id" UUID NOT NULL,
    "organization_id" CHAR(24) NOT NULL,
    "account_id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "scopes" TEXT[],
    "installed_since" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "consent_request_pkey" PRIMARY KEY ("id")
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
    "installed_since" TIMESTAMPTZ(3),

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
    "roles" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "revocation_pkey" PRIMARY KEY ("id")
);

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

-- CreateTable
CREATE TABLE "idempotent_answer" (
    "organization_id" CHAR(24) NOT NULL,
    "key" TEXT NOT NULL,
    "request_digest" BYTEA NOT NULL,
    "answer" JSON NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotent_answer_pkey" PRIMARY KEY ("organization_id","key")
);

-- CreateTable
CREATE TABLE "data_step" (
    "name" TEXT NOT NULL,
    "position" TEXT NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "data_step_pkey" PRIMARY KEY ("name")
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
    "trace_id" CHAR(32),
    "address" TEXT NOT NULL,
    "detail" JSON,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "account_email_idx" ON "account"("email");

-- CreateIndex
CREATE UNIQUE INDEX "account_upstream_issuer_upstream_subject_organization_id_key" ON "account"("upstream_issuer", "upstream_subject", "organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "account_organization_id_email_key" ON "account"("organization_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "password_link_account_id_key" ON "password_link"("account_id");

-- CreateIndex
CREATE INDEX "consent_request_organization_id_state_id_idx" ON "consent_request"("organization_id", "state", "id");

-- CreateIndex
CREATE UNIQUE INDEX "consent_request_account_id_client_id_key" ON "consent_request"("account_id", "client_id");

-- CreateIndex
CREATE INDEX "provider_record_grant_digest_created_at_idx" ON "provider_record"("grant_digest", "created_at");

-- CreateIndex
CREATE INDEX "provider_record_expires_at_idx" ON "provider_record"("expires_at");

-- CreateIndex
CREATE INDEX "provider_record_client_id_organization_id_idx" ON "provider_record"("client_id", "organization_id");

-- CreateIndex
CREATE INDEX "provider_record_account_id_kind_idx" ON "provider_record"("account_id", "kind");

-- CreateIndex
CREATE INDEX "signing_key_active_from_idx" ON "signing_key"("active_from");

-- CreateIndex
CREATE INDEX "revocation_expires_at_idx" ON "revocation"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "revocation_kind_value_key" ON "revocation"("kind", "value");

-- CreateIndex
CREATE INDEX "refused_request_last_at_idx" ON "refused_request"("last_at");

-- CreateIndex
CREATE INDEX "idempotent_answer_expires_at_idx" ON "idempotent_answer"("expires_at");

-- CreateIndex
CREATE INDEX "audit_event_organization_id_id_idx" ON "audit_event"("organization_id", "id");

-- CreateIndex
CREATE INDEX "audit_event_organization_id_action_id_idx" ON "audit_event"("organization_id", "action", "id");

-- CreateIndex
CREATE INDEX "audit_event_organization_id_actor_id_id_idx" ON "audit_event"("organization_id", "actor_id", "id");

-- CreateIndex
CREATE INDEX "audit_event_organization_id_subject_id_idx" ON "audit_event"("organization_id", "subject", "id");

-- AddForeignKey
ALTER TABLE "password_link" ADD CONSTRAINT "password_link_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent_request" ADD CONSTRAINT "consent_request_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent" ADD CONSTRAINT "consent_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What happened cannot be made not to have happened, whoever holds the service's credentials. The owner of
-- the table may delete rows in a transaction that says so: services/oauth/src/retention.ts.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('app_platform.retention', true) = 'on'
    AND pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
  THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'audit_event is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER "audit_event_is_append_only"
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_event"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();

-- deploy/postgresql/roles.sql lets the service's role change the rows of every table that comes later.
-- Audit rows are only added, and migrations are recorded by the owner of the tables alone.
DO $$
DECLARE
  granted record;
BEGIN
  FOR granted IN
    SELECT DISTINCT relname, grantee::regrole::text AS grantee
    FROM pg_class, aclexplode(relacl)
    WHERE pg_class.oid IN (to_regclass('audit_event'), to_regclass('_prisma_migrations'))
      AND grantee NOT IN (0, relowner)
  LOOP
    EXECUTE format('REVOKE UPDATE, DELETE ON %I FROM %s', granted.relname, granted.grantee);
    IF granted.relname = '_prisma_migrations' THEN
      EXECUTE format('REVOKE INSERT ON %I FROM %s', granted.relname, granted.grantee);
    END IF;
  END LOOP;
END
$$;
