import { basename } from 'node:path';
import { connectDatabase, diffSchema } from '@app-platform/runtime/database';
import { fromTop, prismaFolders } from '../repository.ts';
import { type Outcome, outcome } from './tools.ts';

/** Checks that the migrations of every database produce its schema. */
export async function migrationsAgree(): Promise<Outcome> {
  const connection = await connectDatabase('pglite:');
  try {
    const findings: string[] = [];
    for (const folder of await prismaFolders()) {
      const sql = await diffSchema(connection.adapter, folder);
      if (sql) findings.push(`${fromTop(folder)}: ${advice(basename(folder))}\n${sql}`);
    }
    return outcome(findings);
  } finally {
    await connection.close();
  }
}

function advice(service: string): string {
  return `the schema is ahead of its migrations. Run: npm run migration:new -- ${service} TITLE`;
}
