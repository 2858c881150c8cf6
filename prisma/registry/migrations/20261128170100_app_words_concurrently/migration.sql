CREATE INDEX CONCURRENTLY "app_words_idx" ON "app"
  USING GIN (app_words("title", "name", "tags", "developer", "description")) WITH (gin_pending_list_limit = 64);
