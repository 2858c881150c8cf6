CREATE INDEX CONCURRENTLY "app_organization_id_identifier_idx" ON "app"("organization_id", "identifier");
