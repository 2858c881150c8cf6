-- CreateTable
-- What was changed in the last minutes, for readers that keep what they have read. A reader asks by the transactions that it
-- has not seen (docs/decisions/0053). The service removes old rows.
CREATE TABLE "change" (
    "id" BIGSERIAL NOT NULL,
    "transaction" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "action" TEXT NOT NULL,
    "organization_id" CHAR(24),
    "subject" TEXT NOT NULL,

    CONSTRAINT "change_pkey" PRIMARY KEY ("transaction","id")
);

-- A trigger, so that the writes of the release before count too while its replicas run beside those of this one.
CREATE FUNCTION "record_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "change" ("action", "organization_id", "subject")
  VALUES (NEW."action", NEW."organization_id", NEW."subject");
  RETURN NULL;
END
$$;

CREATE TRIGGER "audit_event_is_a_change"
  AFTER INSERT ON "audit_event" FOR EACH ROW
  WHEN (NEW."action" ~ '^(api_key|app|app_draft|app_version|attribute|client_secret|installation|organization)[.]')
  EXECUTE FUNCTION "record_change"();
