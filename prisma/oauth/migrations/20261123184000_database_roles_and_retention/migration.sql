-- The owner of the table may delete rows in a transaction that says so: services/oauth/src/retention.ts.
CREATE OR REPLACE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('app_platform.retention', true) = 'on'
    AND pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
  THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'audit_event is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

-- deploy/postgresql/roles.sql lets the service's role change the rows of every table that comes later.
-- Audit rows are only added, and migrations are recorded by the owner of the tables alone.
DO $$
DECLARE
  granted record;
BEGIN
  FOR granted IN
    SELECT DISTINCT relname, grantee::regrole::text AS grantee
    FROM pg_class, aclexplode(relacl)
    WHERE pg_class.oid IN (to_regclass('audit_event'), to_regclass('_prisma_migrations'))
      AND grantee NOT IN (0, relowner)
  LOOP
    EXECUTE format('REVOKE UPDATE, DELETE ON %I FROM %s', granted.relname, granted.grantee);
    IF granted.relname = '_prisma_migrations' THEN
      EXECUTE format('REVOKE INSERT ON %I FROM %s', granted.relname, granted.grantee);
    END IF;
  END LOOP;
END
$$;
