CREATE INDEX CONCURRENTLY "organization_suspended_at_idx" ON "organization"("suspended_at");
