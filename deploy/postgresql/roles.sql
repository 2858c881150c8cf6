-- The two roles of a service's database. Run it in each database, as a superuser or as its owner with
-- CREATEROLE and CREATEDB, before the first migration or at any later time. A second run changes nothing.
--
--   psql --dbname=postgresql://postgres@HOST/registry --file=deploy/postgresql/roles.sql
--
--   registry_owner    owns the tables; migrations and the retention of audit rows work as it
--   registry_runtime  reads and writes rows; the service works as it; audit rows are only added
--
-- Both are groups without a password. A login is a member of one of them and acts as it, so that a
-- password is rotated by a second login (docs/operating.md, "Database roles"):
--
--   CREATE ROLE registry_runtime_1 LOGIN PASSWORD '…' IN ROLE registry_runtime;
--   ALTER ROLE registry_runtime_1 SET role = 'registry_runtime';
DO $$
DECLARE
  owner text := current_database() || '_owner';
  runtime text := current_database() || '_runtime';
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[owner, runtime] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', name);
    END IF;
  END LOOP;
  -- Whoever is no superuser must be a member to give the role a database and default privileges.
  IF NOT pg_has_role(owner, 'MEMBER') THEN
    EXECUTE format('GRANT %I TO CURRENT_USER', owner);
  END IF;

  EXECUTE format('ALTER DATABASE %I OWNER TO %I', current_database(), owner);
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), runtime);
  REVOKE CREATE ON SCHEMA public FROM PUBLIC;
  EXECUTE format('GRANT USAGE, CREATE ON SCHEMA public TO %I', owner);
  EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', runtime);

  -- Tables and functions of a database that was migrated by another role; not those of extensions.
  FOR name IN
    SELECT format('TABLE %s', oid::regclass) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
    UNION ALL
    SELECT format('FUNCTION %s', oid::regprocedure) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (
        SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
  LOOP
    EXECUTE format('ALTER %s OWNER TO %I', name, owner);
  END LOOP;

  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO %I', runtime);
  EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO %I', runtime);
  EXECUTE format(
    'ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA public
       GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I', owner, runtime);
  EXECUTE format(
    'ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA public GRANT USAGE ON SEQUENCES TO %I', owner, runtime);

  -- A migration does the same in a database whose tables come later.
  IF to_regclass('public.audit_event') IS NOT NULL THEN
    EXECUTE format('REVOKE UPDATE, DELETE ON public.audit_event FROM %I', runtime);
    FOR name IN SELECT inhrelid::regclass::text FROM pg_inherits
      WHERE inhparent = 'public.audit_event'::regclass
    LOOP
      EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %s FROM %I', name, runtime);
    END LOOP;
    FOR name IN
      SELECT oid::regprocedure::text FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace
        AND proname IN ('make_audit_partitions', 'keep_webhook_partitions')
    LOOP
      EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', name);
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', name, runtime);
    END LOOP;
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON public._prisma_migrations FROM %I', runtime);
  END IF;
END
$$;
