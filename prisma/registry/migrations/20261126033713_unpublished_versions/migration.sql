-- CreateTable
CREATE TABLE "unpublished_version" (
    "app_id" BIGINT NOT NULL,
    "precedence" TEXT NOT NULL,
    "unpublished_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unpublished_version_pkey" PRIMARY KEY ("app_id","precedence")
);

-- AddForeignKey
ALTER TABLE "unpublished_version" ADD CONSTRAINT "unpublished_version_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;
