CREATE INDEX CONCURRENTLY "installation_app_id_organization_id_idx" ON "installation"("app_id", "organization_id");
