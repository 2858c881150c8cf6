CREATE UNIQUE INDEX CONCURRENTLY "audit_event_id_at_key" ON "audit_event"("id", "at");
