import { runDataSteps } from '@app-platform/oauth/data-steps';
import type { AfterMigrations } from '@app-platform/runtime/database';

/** What follows the migrations of a service, as its own command that migrates does it. */
export function afterMigrations(service: string, say: (line: string) => void): AfterMigrations {
  return async (connection) => {
    if (service !== 'oauth') return [];
    return runDataSteps(connection, (step, findings) => {
      for (const finding of findings) {
        say(`${service}: ${step}: to be decided by an operator: ${JSON.stringify(finding)}`);
      }
    });
  };
}
