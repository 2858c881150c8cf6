import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { fromTop, prismaFolders } from '../repository.ts';

/** The first characters of the digest of each migration. A new migration adds a line; no line changes. */
const merged: Record<string, string> = {
  'prisma/oauth/migrations/20261126115000_data_steps': '939acbbe42e5e220',
  'prisma/oauth/migrations/20261128020000_refresh_token_chains': 'ee674a6486b4e659',
  'prisma/oauth/migrations/20261128093000_ended_users': 'eeeae822abde8d5b',
  'prisma/registry/migrations/20261126121500_version_order': '9624981fb14b9321',
  'prisma/registry/migrations/20261128033000_ended_access': '097cf0d4e703494d',
  'prisma/registry/migrations/20261128090100_suspended_organizations': '58fb930937fa1e16',
  'prisma/registry/migrations/20261128090200_organization_suspended_at_concurrently':
    '59049ffc410ab3bd',
  'prisma/registry/migrations/20261128094000_organization_deletion': '4abb06530a305605',
  'prisma/registry/migrations/20261128094100_public_identifier_organization_concurrently':
    '31c00cd7d307ab13',
  'prisma/registry/migrations/20261128094200_public_name_organization_concurrently':
    '4c0435ed90a5ea25',
  'prisma/oauth/migrations/20261128100000_audit_event_id_at_concurrently': '8bb7860c90f6330f',
  'prisma/oauth/migrations/20261128100100_bound_of_audit_events': 'a04c09eb12255acb',
  'prisma/oauth/migrations/20261128100200_bound_of_audit_events_holds': '52371e70ec3b7891',
  'prisma/oauth/migrations/20261128100300_audit_partitions': 'b01c818fa5703e9f',
  'prisma/registry/migrations/20261128100000_audit_event_id_at_concurrently': '8bb7860c90f6330f',
  'prisma/registry/migrations/20261128100100_bound_of_audit_events': 'a04c09eb12255acb',
  'prisma/registry/migrations/20261128100200_bound_of_audit_events_holds': '52371e70ec3b7891',
  'prisma/registry/migrations/20261128100300_audit_partitions': 'b01c818fa5703e9f',
  'prisma/registry/migrations/20261128120000_webhook_event_id_created_at_concurrently':
    '4a124e85142035f8',
  'prisma/registry/migrations/20261128120100_webhook_delivery_id_created_at_concurrently':
    '4ec929c4665be81d',
  'prisma/registry/migrations/20261128120200_bound_of_webhook_events': 'd596c895a2bdf6e3',
  'prisma/registry/migrations/20261128120300_bound_of_webhook_events_holds': '5713673a843eb69c',
  'prisma/registry/migrations/20261128120400_webhook_partitions': '21765ec8a9cc89dc',
  'prisma/oauth/migrations/20261128140000_usage_day': 'c3182d3eaa3225e4',
  'prisma/registry/migrations/20261128140000_usage_day': 'a6ed87ffddcec577',
  'prisma/oauth/migrations/20261128150000_ended_grants': '786f3cc24c00dd5b',
  'prisma/registry/migrations/20261128150000_faster_version_order': '9ef6b92038f7946b',
  'prisma/registry/migrations/20261128160000_app_organization_id_identifier_concurrently':
    'b72a4e81d1d0fc41',
  'prisma/registry/migrations/20261128170000_app_words': '16a047179c153098',
  'prisma/registry/migrations/20261128170100_app_words_concurrently': '7957679590040538',
  'prisma/oauth/migrations/20261128180000_change': '4648d81ccbdf494a',
  'prisma/registry/migrations/20261128180000_change': 'f12139914c97dc6b',
  'prisma/oauth/migrations/20261128203314_consent_for_the_mcp_server': '534500c6996f2aef',
  'prisma/oauth/migrations/20261128204122_assistants': '16d9a6be64557b46',
  'prisma/oauth/migrations/20261128205059_user_name': '810788c299a3f218',
  'prisma/registry/migrations/20261129090000_app_log': 'e46083a8d7c6146f',
  'prisma/registry/migrations/20261129103425_app_transfer': '8c6536251317905e',
  'prisma/oauth/migrations/20261129103334_activity_hour': 'be1405b5355d284e',
  'prisma/registry/migrations/20261129103306_activity_hour': '7bfa5ccffe821263',
  'prisma/registry/migrations/20261129110000_app_limits': '5af00a6befc4694f',
  'prisma/registry/migrations/20261129111000_app_policy': 'fdd0912dc7b33006',
  'prisma/registry/migrations/20261129120000_installation_app_id_organization_id_concurrently':
    '6abcdf322a7faed5',
  'prisma/registry/migrations/20261129120100_installation_app_id_index': 'aac3145a36eecbc0',
  'prisma/registry/migrations/20261129194217_installed_by': '5c60a27d6404cb03',
  'prisma/oauth/migrations/20261129194448_request_mails': 'f20ea154a51eaef2',
};

async function digests(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const folder of await prismaFolders()) {
    const entries = await readdir(join(folder, 'migrations'), { withFileTypes: true });
    for (const entry of entries.filter((one) => one.isDirectory())) {
      const file = join(folder, 'migrations', entry.name, 'migration.sql');
      found[fromTop(join(folder, 'migrations', entry.name))] = hash(
        'sha256',
        await readFile(file),
      ).slice(0, 16);
    }
  }
  return found;
}

// Prisma stores a checksum of each applied migration and refuses a history that differs.
it('a merged migration is never edited, not even its comments', async () => {
  expect(await digests()).toEqual(merged);
});
