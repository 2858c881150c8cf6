/**
 * Statements that generate the rows inside PostgreSQL, which is faster than sending them. Values that
 * look random are digests of the row's number.
 */
import type { SeedSize } from './seed-size.ts';

/** From the first number, inclusive, to the last, exclusive. */
export type Range = { from: number; to: number };

const firsts = ['Swift', 'Quiet', 'Golden', 'Northern', 'Simple', 'Bright', 'Clever', 'Steady'];
const subjects = [
  'order',
  'ticket',
  'loyalty',
  'parcel',
  'invoice',
  'survey',
  'refund',
  'callback',
];
const kinds = ['tracker', 'desk', 'bridge', 'monitor', 'assistant', 'board', 'sync', 'widget'];
const audiences = [
  'small teams',
  'large stores',
  'travel agents',
  'night shifts',
  'field engineers',
];

/** Picks an element of a list by the row's number. Different lists give different picks. */
function pick(list: string[], key: string): string {
  const index = `1 + abs(hashint4(n + ${list.length * 1000 + key.length})) % ${list.length}`;
  return `(ARRAY[${list.map((one) => `'${one}'`).join()}])[${index}]`;
}

const organizationId = (number: string) => `substr(md5('organization ' || (${number})), 1, 24)`;

export function insertOrganizations({ from, to }: Range): string {
  return `
    WITH organization AS (
      INSERT INTO organization (id, name)
      SELECT ${organizationId('n')}, 'Organization ' || n FROM generate_series(${from}, ${to - 1}) n
      RETURNING id
    )
    INSERT INTO api_key (id, organization_id, name, digest, hint, roles)
    SELECT md5('api key ' || id)::uuid, id, 'seeded', sha256(('no key ' || id)::bytea), 'none', '{}'
    FROM organization`;
}

/**
 * Apps with all of their versions, attributes and audit rows. As in a real registry, the version ids
 * of one app ascend and those of other apps lie between them.
 */
export function insertApps(
  { from, to }: Range,
  { organizations, apps, versions }: SeedSize,
): string {
  return `
    WITH chosen AS MATERIALIZED (
      SELECT n, n + 1 AS id, 's' || lpad(to_hex(n), 7, '0') AS identifier, n % 4 = 3 AS is_private,
        ${organizationId(`n % ${organizations}`)} AS organization_id,
        (${versions} - n - 1) / ${apps} AS highest,
        concat_ws('_', ${pick(subjects, 's')}, ${pick(kinds, 'ki')}, n) AS app,
        concat_ws(' ', ${pick(firsts, 'fir')}, ${pick(subjects, 's')}, ${pick(kinds, 'ki')}) AS title,
        concat('Brings a ', ${pick(kinds, 'kind')}, ' for ', ${pick(audiences, 'audie')},
               ' who look after every ', ${pick(subjects, 'subjec')}, ', number ', n, '.') AS description,
        ARRAY[${pick(['ai', 'analytics', 'csat', 'ecommerce', 'messaging'], 'tag')}] AS tags
      FROM generate_series(${from}, ${to - 1}) n
    ), named AS MATERIALIZED (
      SELECT *, app || CASE WHEN is_private THEN '_' || organization_id ELSE '' END AS name,
        CASE WHEN is_private THEN 'private' ELSE 'public' END AS visibility,
        substr(md5('client ' || n), 1, 24) AS client_id
      FROM chosen
    ), app AS (
      INSERT INTO app (id, name, short_name, organization_id, visibility, identifier, client_id,
                       operator_tags, version, highest_version, title, description, tags,
                       redirect_uris, search_text)
      SELECT id, name, app, organization_id, visibility, identifier, client_id, '{}',
        '1.' || highest || '.0', '1.' || highest || '.0', title, description, tags,
        ARRAY['https://' || identifier || '.example/callback'],
        lower(concat_ws(E'\\n', name, title, description))
      FROM named
    ), claimed AS (
      INSERT INTO public_identifier (identifier, organization_id)
      SELECT identifier, organization_id FROM named WHERE NOT is_private
    ), claimed_name AS (
      INSERT INTO public_name (skeleton, name, organization_id)
      SELECT translate(replace(replace(replace(name, '_', ''), 'm', 'rn'), 'w', 'vv'), '01i258', 'ollzsb'),
        name, organization_id FROM named WHERE NOT is_private
    ), version AS (
      INSERT INTO app_version (id, app_id, version, precedence, definition, added_fields, title,
                               dependencies, defects)
      SELECT number::bigint * ${apps} + id, id, version, version, ${DEFINITION},
        json_build_object('name', name, 'auth', '{}'::json, 'clientId', client_id), title, '{}', '[]'
      FROM named, generate_series(0, highest) number, concat('1.', number, '.0') version
    ), attribute AS (
      INSERT INTO attribute (app_version_id, klass, name, display_name, example)
      SELECT number::bigint * ${apps} + id, 'customer', '@' || identifier || 'LevelNum', 'Level', '12'
      FROM named, generate_series(0, highest) number
    )
    INSERT INTO audit_event (organization_id, actor_type, actor_id, action, subject, request_id, address)
    SELECT organization_id, 'api_key', md5('api key ' || organization_id)::uuid,
      'app_version.registered', name || '-1.' || number || '.0', md5(name || number), '192.0.2.1'
    FROM named, generate_series(0, highest) number`;
}

/** Makes a definition about 1.3 kB long. */
const TEMPLATE = '<p class=level>The level of this customer</p>'.repeat(15);

/** The definition as the app's developer would have written it. */
const DEFINITION = `json_build_object(
  'app', app, 'version', version, 'title', title, 'description', description,
  'visibility', visibility, 'identifier', identifier,
  'tags', tags, 'redirectUris', ARRAY['https://' || identifier || '.example/callback'],
  'klasses', json_build_array(json_build_object('name', 'customer', 'metadata', json_build_object(
    'standard', true, 'properties', json_build_object(
      'levelNum', json_build_object('displayName', 'Level', 'example', '12'))))),
  'kviews', json_build_array(json_build_object('name', 'level', 'template', '${TEMPLATE}',
    'context', 'expanded-timeline', 'resource', 'customer',
    'meta', json_build_object('displayName', 'Level', 'icon', 'star', 'state', 'open'))))`;

/** Each organization installs its own first app and two public ones. */
export function insertInstallations(
  { from, to }: Range,
  { organizations, apps, versions }: SeedSize,
) {
  return `
    INSERT INTO installation (organization_id, app_id, app_version_id)
    SELECT ${organizationId('o')}, n + 1, ((${versions} - n - 1) / ${apps})::bigint * ${apps} + n + 1
    FROM generate_series(${from}, ${to - 1}) o, unnest(ARRAY[
      CASE WHEN o < ${apps} THEN o END,
      abs(hashint4(o)) % ${apps} / 4 * 4,
      abs(hashint4(o + ${organizations})) % ${apps} / 4 * 4]) AS n
    WHERE n IS NOT NULL ON CONFLICT DO NOTHING`;
}

/** Lets the sequences continue after the seeded ids. */
export const ADVANCE_SEQUENCES = `
  SELECT setval(pg_get_serial_sequence('app', 'id'), (SELECT max(id) FROM app)),
         setval(pg_get_serial_sequence('app_version', 'id'), (SELECT max(id) FROM app_version))`;

export const FIRST_ROWS = `
  SELECT EXISTS (SELECT FROM organization) OR EXISTS (SELECT FROM audit_event)`;

export const COUNT_ROWS = {
  name: 'count-rows',
  text: `
    SELECT (SELECT count(*) FROM organization)::int4 AS organizations,
      (SELECT count(*) FROM app)::int4 AS apps,
      (SELECT count(*) FROM app_version)::int4 AS versions,
      (SELECT count(*) FROM attribute)::int4 AS attributes,
      (SELECT count(*) FROM installation)::int4 AS installations,
      (SELECT count(*) FROM audit_event)::int4 AS "auditEvents"`,
  parameters: {},
  row: {
    organizations: 'int4',
    apps: 'int4',
    versions: 'int4',
    attributes: 'int4',
    installations: 'int4',
    auditEvents: 'int4',
  },
} as const;
