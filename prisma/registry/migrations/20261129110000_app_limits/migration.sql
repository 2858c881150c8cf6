-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "limited_roles" TEXT[],
ADD COLUMN     "limited_users" TEXT[];

-- AlterTable
ALTER TABLE "uninstallation" ADD COLUMN     "limited_roles" TEXT[],
ADD COLUMN     "limited_users" TEXT[];
