import { type DatabaseConnection, definedStatements } from '@app-platform/runtime/database';
import { genericPlan } from './generic-plan.ts';

/** The scans of a plan, apart from those by one of these indexes. */
export function otherScans(plan: string[], keys: readonly string[]): string[] {
  return plan.filter((line) => {
    const [, index] = / (?:using|Bitmap Index Scan on) (\w+)/.exec(line) ?? [];
    return line.includes('Seq Scan on') || (index !== undefined && !keys.includes(index));
  });
}

const ATTRIBUTE_CHECKS = [
  'list-attribute-conflicts',
  'list-shared-attributes',
  'count-uses-of-attributes',
];
/** Each finds one record, or those of one organization or app; that by name is taken before there are statistics. */
const ATTRIBUTE_KEYS = [
  'app_organization_id_identifier_idx',
  'app_pkey',
  'app_version_app_id_precedence_key',
  'app_version_pkey',
  'attribute_name_klass_idx',
  'attribute_pkey',
  'installation_app_version_id_idx',
  'installation_pkey',
];

/** The checks of attributes that do not look up records by their keys, with their scans. */
export async function attributeCheckFaults(connection: DatabaseConnection) {
  const faults: [string, string[]][] = [];
  for (const name of ATTRIBUTE_CHECKS) {
    const statement = definedStatements().find((one) => one.name === name);
    if (!statement) throw new Error(`no statement is named ${name}`);
    const scans = otherScans(await genericPlan(connection, statement.text), ATTRIBUTE_KEYS);
    if (scans.length > 0) faults.push([name, scans]);
  }
  return faults;
}
