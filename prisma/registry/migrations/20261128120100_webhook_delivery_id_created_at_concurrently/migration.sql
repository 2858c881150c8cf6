CREATE UNIQUE INDEX CONCURRENTLY "webhook_delivery_id_created_at_key" ON "webhook_delivery"("id", "created_at");
