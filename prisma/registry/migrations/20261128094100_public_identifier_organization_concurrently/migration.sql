CREATE INDEX CONCURRENTLY "public_identifier_organization_id_idx" ON "public_identifier"("organization_id");
