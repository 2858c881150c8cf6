export { ActivityCounts } from './activity-counts.ts';
export {
  type ActivityTable,
  type AppOfOrganization,
  activityOfOrganization,
  activityTable,
} from './activity-table.ts';
