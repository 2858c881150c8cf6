import type { Templates } from './template.ts';

const VARIABLE = 'APP_PLATFORM_TEST_TEMPLATES';

/** The PostgreSQL server to test on; undefined for the embedded database. */
export function testDatabaseServer(): string | undefined {
  return process.env.TEST_DATABASE_URL || undefined;
}

/** Passes the templates to the processes that run the tests. */
export function announceTemplates(templates: Templates): void {
  process.env[VARIABLE] = JSON.stringify(templates);
}

export function announcedTemplates(): Templates {
  const announced = process.env[VARIABLE];
  if (!announced) throw new Error('Run the tests with npm test, which makes their databases.');
  return JSON.parse(announced);
}
