-- The tables of the first release. This file took the place of 15 migrations, and has the name of the last
-- of them: a database that has them all is up to date (docs/decisions/0018).

-- The directory is searched for parts of words: https://www.postgresql.org/docs/current/pgtrgm.html
-- A trusted extension: whoever may create in the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateTable
CREATE TABLE "organization" (
    "id" CHAR(24) NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "verified" BOOLEAN NOT NULL DEFAULT false,

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
    "short_name" TEXT,
    "highest_version" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "icon_url" TEXT,
    "developer" TEXT,
    "tags" TEXT[],
    "redirect_uris" TEXT[],
    "roles" TEXT[],
    "search_text" TEXT NOT NULL,
    "blocked_at" TIMESTAMPTZ(3),
    "blocked_reason" TEXT,
    "unblocked_at" TIMESTAMPTZ(3),

    CONSTRAINT "app_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app_version" (
    "id" BIGSERIAL NOT NULL,
    "app_id" BIGINT,
    "version" TEXT NOT NULL,
    "precedence" TEXT NOT NULL,
    "definition" JSON NOT NULL,
    "added_fields" JSON NOT NULL,
    "title" TEXT NOT NULL,
    "dependencies" TEXT[],
    "defects" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deprecated_at" TIMESTAMPTZ(3),
    "deprecation_message" TEXT,
    "successor" TEXT,
    "yanked_at" TIMESTAMPTZ(3),
    "yank_reason" TEXT,

    CONSTRAINT "app_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "unpublished_version" (
    "app_id" BIGINT NOT NULL,
    "precedence" TEXT NOT NULL,
    "unpublished_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unpublished_version_pkey" PRIMARY KEY ("app_id","precedence")
);

-- CreateTable
CREATE TABLE "draft" (
    "app_id" BIGINT NOT NULL,
    "app_version_id" BIGINT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "draft_pkey" PRIMARY KEY ("app_id")
);

-- CreateTable
CREATE TABLE "public_identifier" (
    "identifier" TEXT NOT NULL,
    "organization_id" CHAR(24) NOT NULL,

    CONSTRAINT "public_identifier_pkey" PRIMARY KEY ("identifier")
);

-- CreateTable
CREATE TABLE "public_name" (
    "skeleton" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "organization_id" CHAR(24) NOT NULL,

    CONSTRAINT "public_name_pkey" PRIMARY KEY ("skeleton")
);

-- CreateTable
CREATE TABLE "reserved_name" (
    "skeleton" TEXT NOT NULL,
    "pattern" TEXT NOT NULL,
    "organization_id" CHAR(24),
    "reserved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reserved_name_pkey" PRIMARY KEY ("skeleton")
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
CREATE TABLE "attribute_setting" (
    "organization_id" CHAR(24) NOT NULL,
    "klass" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "display_name" TEXT,
    "active" BOOLEAN NOT NULL,

    CONSTRAINT "attribute_setting_pkey" PRIMARY KEY ("organization_id","klass","name")
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
    "declared_roles" TEXT[],
    "roles" TEXT[],
    "waiting_roles" TEXT[],
    "previous_version_id" BIGINT,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("organization_id","app_id")
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

-- CreateTable
CREATE TABLE "installation_plan" (
    "id" UUID NOT NULL,
    "organization_id" CHAR(24) NOT NULL,
    "plan" JSON NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "installation_plan_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "audit_event" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "organization_id" CHAR(24),
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_client_id" TEXT,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "trace_id" CHAR(32),
    "address" TEXT NOT NULL,
    "before" JSON,
    "after" JSON,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

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
CREATE INDEX "organization_name_idx" ON "organization"("name");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_digest_key" ON "api_key"("digest");

-- CreateIndex
CREATE INDEX "api_key_organization_id_created_at_id_idx" ON "api_key"("organization_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "app_name_key" ON "app"("name");

-- CreateIndex
CREATE UNIQUE INDEX "app_client_id_key" ON "app"("client_id");

-- CreateIndex
CREATE INDEX "app_organization_id_name_idx" ON "app"("organization_id", "name");

-- CreateIndex
CREATE INDEX "app_visibility_name_idx" ON "app"("visibility", "name");

-- CreateIndex
CREATE INDEX "app_search_text_idx" ON "app" USING GIN ("search_text" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "app_tags_idx" ON "app" USING GIN ("tags");

-- CreateIndex
CREATE UNIQUE INDEX "app_organization_id_short_name_key" ON "app"("organization_id", "short_name");

-- CreateIndex
CREATE INDEX "draft_app_version_id_idx" ON "draft"("app_version_id");

-- CreateIndex
CREATE INDEX "attribute_name_klass_idx" ON "attribute"("name", "klass");

-- CreateIndex
CREATE INDEX "client_secret_app_id_idx" ON "client_secret"("app_id");

-- CreateIndex
CREATE INDEX "installation_app_id_idx" ON "installation"("app_id");

-- CreateIndex
CREATE INDEX "installation_app_version_id_idx" ON "installation"("app_version_id");

-- CreateIndex
CREATE INDEX "installation_previous_version_id_idx" ON "installation"("previous_version_id");

-- CreateIndex
CREATE INDEX "uninstallation_app_id_idx" ON "uninstallation"("app_id");

-- CreateIndex
CREATE INDEX "uninstallation_app_version_id_idx" ON "uninstallation"("app_version_id");

-- CreateIndex
CREATE INDEX "installation_request_organization_id_id_idx" ON "installation_request"("organization_id", "id");

-- CreateIndex
CREATE INDEX "installation_request_organization_id_user_id_id_idx" ON "installation_request"("organization_id", "user_id", "id");

-- CreateIndex
CREATE INDEX "installation_request_app_id_idx" ON "installation_request"("app_id");

-- CreateIndex
CREATE UNIQUE INDEX "installation_request_organization_id_app_id_user_id_key" ON "installation_request"("organization_id", "app_id", "user_id");

-- CreateIndex
CREATE INDEX "installation_plan_organization_id_expires_at_idx" ON "installation_plan"("organization_id", "expires_at");

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
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "app" ADD CONSTRAINT "app_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "app_version" ADD CONSTRAINT "app_version_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "unpublished_version" ADD CONSTRAINT "unpublished_version_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "draft" ADD CONSTRAINT "draft_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "draft" ADD CONSTRAINT "draft_app_version_id_fkey" FOREIGN KEY ("app_version_id") REFERENCES "app_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reserved_name" ADD CONSTRAINT "reserved_name_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute" ADD CONSTRAINT "attribute_app_version_id_fkey" FOREIGN KEY ("app_version_id") REFERENCES "app_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute_setting" ADD CONSTRAINT "attribute_setting_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client_secret" ADD CONSTRAINT "client_secret_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation" ADD CONSTRAINT "installation_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation" ADD CONSTRAINT "installation_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation" ADD CONSTRAINT "installation_app_version_id_fkey" FOREIGN KEY ("app_version_id") REFERENCES "app_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation" ADD CONSTRAINT "installation_previous_version_id_fkey" FOREIGN KEY ("previous_version_id") REFERENCES "app_version"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uninstallation" ADD CONSTRAINT "uninstallation_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uninstallation" ADD CONSTRAINT "uninstallation_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uninstallation" ADD CONSTRAINT "uninstallation_app_version_id_fkey" FOREIGN KEY ("app_version_id") REFERENCES "app_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation_request" ADD CONSTRAINT "installation_request_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation_request" ADD CONSTRAINT "installation_request_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation_plan" ADD CONSTRAINT "installation_plan_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_event"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is new waits in a list beside each of these indexes, which every search goes through, until the
-- list is as long as this, in KiB: https://www.postgresql.org/docs/current/gin-tips.html
-- Of PostgreSQL's own 4 MiB a search took 3 ms longer, and one registration of many 24 ms.
ALTER INDEX "app_search_text_idx" SET (gin_pending_list_limit = 64);
ALTER INDEX "app_tags_idx" SET (gin_pending_list_limit = 64);

-- No index holds what changes with a version. So registering a later version leaves the indexes of "app" alone
-- (a HOT update), where there is room on its page.
ALTER TABLE "app" SET (fillfactor = 80);

-- The place of a version among others as text that is compared byte by byte (semver.org, item 11). Numbers
-- are of one length; a numeric identifier of a pre-release precedes others, fewer precede more, and a release
-- follows its pre-releases.
CREATE FUNCTION "version_order"("precedence" text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lpad(split_part("precedence", '.', 1), 16, '0') || lpad(split_part("precedence", '.', 2), 16, '0')
    || lpad(split_part(split_part("precedence", '-', 1), '.', 3), 16, '0')
    || CASE WHEN strpos("precedence", '-') = 0 THEN '~' ELSE (
      SELECT string_agg(
        CASE WHEN part ~ '^[0-9]{1,16}$' THEN '0' || lpad(part, 16, '0') ELSE '1' || part END,
        ' ' ORDER BY place) || ' '
      FROM unnest(string_to_array(substr("precedence", strpos("precedence", '-') + 1), '.'))
        WITH ORDINALITY AS parts (part, place)) END
$$;

CREATE INDEX "app_version_app_id_version_order_idx"
  ON "app_version" ("app_id", (version_order("precedence") COLLATE "C"));

-- While the tables are new, PostgreSQL takes the later of two indexes of equal cost, and keeps a plan for good.
-- A version is looked up by its number.
CREATE UNIQUE INDEX "app_version_app_id_precedence_key" ON "app_version"("app_id", "precedence");

-- What happened cannot be made not to have happened, whoever holds the service's credentials. The owner of
-- the table may delete rows in a transaction that says so: services/registry/src/retention.ts.
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
