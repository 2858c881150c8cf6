-- The index on app and organization serves every statement that used it, those of the release before too.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "installation_app_id_idx";
