-- CreateIndex
CREATE INDEX "audit_event_organization_id_action_id_idx" ON "audit_event"("organization_id", "action", "id");

-- CreateIndex
CREATE INDEX "audit_event_organization_id_actor_id_id_idx" ON "audit_event"("organization_id", "actor_id", "id");

-- CreateIndex
CREATE INDEX "audit_event_organization_id_subject_id_idx" ON "audit_event"("organization_id", "subject", "id");

-- What happened cannot be made not to have happened, whoever holds the service's credentials.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_event is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER "audit_event_is_append_only"
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_event"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
