import type { DatabaseConnection } from '@app-platform/runtime/database';
import { OauthDatabase } from '../src/database/database.ts';
import { PrismaClient } from '../src/database/generated/client.ts';

/** The service's database, with Prisma's client for the rows that a test reads and writes. */
export class OauthTestDatabase extends OauthDatabase {
  readonly client: PrismaClient;

  constructor(connection: DatabaseConnection) {
    super(connection);
    this.client = new PrismaClient({ adapter: connection.adapter });
  }

  override async close(): Promise<void> {
    await this.client.$disconnect();
    await super.close();
  }
}
