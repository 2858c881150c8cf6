import { runDataSteps } from '@app-platform/oauth/data-steps';
import type { AfterMigrations } from '@app-platform/runtime/database';

/** Runs the data steps of a service after its migrations, as the service's own `migrate` command does. */
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
