-- CreateTable
-- That something was revoked in the last minutes, for the registry, which asks by the transactions that it has not seen
-- (docs/decisions/0053). The service removes old rows.
CREATE TABLE "change" (
    "id" BIGSERIAL NOT NULL,
    "transaction" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "action" TEXT NOT NULL,
    "organization_id" CHAR(24),
    "subject" TEXT NOT NULL,

    CONSTRAINT "change_pkey" PRIMARY KEY ("transaction","id")
);

-- A trigger, so that the writes of the release before count too while its replicas run beside those of this one.
CREATE FUNCTION "record_revocations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "change" ("action", "subject") VALUES ('revocation.added', '');
  RETURN NULL;
END
$$;

CREATE TRIGGER "revocations_are_a_change"
  AFTER INSERT ON "revocation" FOR EACH STATEMENT EXECUTE FUNCTION "record_revocations"();
