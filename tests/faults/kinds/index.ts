import type { Fault } from './fault.ts';
import { machineFaults } from './machine-faults.ts';
import { migrationBesideQuery } from './migration-faults.ts';
import { networkFaults } from './network-faults.ts';
import { processFaults } from './process-faults.ts';
import { rollingRestart } from './rolling-restart.ts';
import { storageFaults } from './storage-faults.ts';

export type { Fault } from './fault.ts';

export const faults: Fault[] = [
  ...processFaults,
  ...storageFaults,
  ...networkFaults,
  ...machineFaults,
  rollingRestart,
  migrationBesideQuery,
];
