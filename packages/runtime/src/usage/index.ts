export { UsageCounts } from './usage-counts.ts';
export { type UsageTable, usageTable } from './usage-table.ts';
