import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { fromTop, prismaFolders } from '../repository.ts';

/** The first characters of the digest of each migration. A new migration adds a line; no line changes. */
const merged: Record<string, string> = {
  'prisma/oauth/migrations/20261121000000_oauth': '348d322b263d68b1',
  'prisma/oauth/migrations/20261121083634_append_only_audit': '0826036dc22ee71b',
  'prisma/oauth/migrations/20261121084355_upstream_sign_in': 'e7300ce8353fdb22',
  'prisma/oauth/migrations/20261121093437_consent_of_an_installation': '97a70173b872221a',
  'prisma/oauth/migrations/20261121120715_audit_trace': '7e1e4c85c4245cd2',
  'prisma/oauth/migrations/20261123144519_user_life_cycle': '6707558c34651f34',
  'prisma/oauth/migrations/20261123184000_database_roles_and_retention': '4a7016c111649868',
  'prisma/oauth/migrations/20261124041712_refused_requests': 'ae6661040b27b4c9',
  'prisma/oauth/migrations/20261126035557_password_links_remember_roles': 'd6ba8be8810f9c31',
  'prisma/oauth/migrations/20261126065619_addresses_per_organization': 'd5cf14deb47b6dfc',
  'prisma/oauth/migrations/20261126070254_idempotent_answers': '80d2d00d69dd9798',
  'prisma/oauth/migrations/20261126115000_data_steps': '19fc69d92d742a13',
  'prisma/oauth/migrations/20261128020000_refresh_token_chains': 'ee674a6486b4e659',
  'prisma/registry/migrations/20261121000000_registry': 'f6e2e1d6d0e86e70',
  'prisma/registry/migrations/20261121083619_idempotency_and_append_only_audit': '03b3fe65d22e2cff',
  'prisma/registry/migrations/20261121120643_audit_trace': '7e1e4c85c4245cd2',
  'prisma/registry/migrations/20261121150652_directory_search': '8992f1a10849f285',
  'prisma/registry/migrations/20261121221500_directory_text_in_lower_case': '9997e5d797712b71',
  'prisma/registry/migrations/20261122024500_few_pages_beside_the_index': 'c822b638e7593153',
  'prisma/registry/migrations/20261123090000_directory_columns': 'b44ef15b5dfe1803',
  'prisma/registry/migrations/20261123124500_current_version_and_short_name': '666af79542cec7fa',
  'prisma/registry/migrations/20261123130000_public_names': '9edd8cdcd796f536',
  'prisma/registry/migrations/20261123150708_app_blocking_and_role_ceilings': 'fe7b9ac2a444603c',
  'prisma/registry/migrations/20261123184000_database_roles_and_retention': 'ed886270fbe0c322',
  'prisma/registry/migrations/20261124000000_withdrawal_drafts_and_events': '05d74fd7c332f3a8',
  'prisma/registry/migrations/20261124083745_audit_actor_client': 'e4234f211605cd3c',
  'prisma/registry/migrations/20261126033713_unpublished_versions': '87a9616cad184882',
  'prisma/registry/migrations/20261126121500_version_order': '694f96c485f35f64',
  'prisma/registry/migrations/20261128033000_ended_access': '097cf0d4e703494d',
  'prisma/registry/migrations/20261128090100_suspended_organizations': '8aa9d89e6432f157',
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
