import { useSyncExternalStore } from 'react';
import { type ConnectionProblem, connection } from './connection.ts';

/** What is wrong with the connection now. */
export function useConnectionProblems(): readonly ConnectionProblem[] {
  return useSyncExternalStore(connection.subscribe, connection.problems);
}
