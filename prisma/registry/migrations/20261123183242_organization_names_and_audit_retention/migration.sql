-- CreateIndex
CREATE INDEX "organization_name_idx" ON "organization"("name");

-- The owner of the table may delete rows in a transaction that says so: services/registry/src/retention.ts.
CREATE OR REPLACE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('app_platform.retention', true) = 'on'
    AND pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
  THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'audit_event is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
