CREATE UNIQUE INDEX CONCURRENTLY "webhook_event_id_created_at_key" ON "webhook_event"("id", "created_at");
