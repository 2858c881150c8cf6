-- What is new waits in a list beside each of these indexes, which every search goes through, until the
-- list is as long as this, in KiB: https://www.postgresql.org/docs/current/gin-tips.html
-- Of PostgreSQL's own 4 MiB a search took 3 ms longer, and one registration of many 24 ms.
ALTER INDEX "app_search_text_idx" SET (gin_pending_list_limit = 64);
ALTER INDEX "app_tags_idx" SET (gin_pending_list_limit = 64);
ALTER INDEX "app_operator_tags_idx" SET (gin_pending_list_limit = 64);
