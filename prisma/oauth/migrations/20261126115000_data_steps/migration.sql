-- CreateTable
CREATE TABLE "data_step" (
    "name" TEXT NOT NULL,
    "position" TEXT NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "data_step_pkey" PRIMARY KEY ("name")
);
