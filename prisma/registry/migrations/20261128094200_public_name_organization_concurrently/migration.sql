CREATE INDEX CONCURRENTLY "public_name_organization_id_idx" ON "public_name"("organization_id");
