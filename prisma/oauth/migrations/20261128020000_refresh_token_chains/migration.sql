-- AlterTable
ALTER TABLE "provider_record" ADD COLUMN     "generation" INTEGER,
ADD COLUMN     "previous_digest" BYTEA,
ADD COLUMN     "refreshed_at" TIMESTAMPTZ(3),
ADD COLUMN     "token_digest" BYTEA;

-- Room in each page, so that a refresh updates its row in place.
ALTER TABLE "provider_record" SET (fillfactor = 80);
