-- Partitions by month. What was written until now becomes the first one, without reading a row: its bound and
-- its index by id and time are there.
-- squawk-ignore-file

ALTER TABLE "audit_event" RENAME TO "audit_event_before";
ALTER TABLE "audit_event_before" DROP CONSTRAINT "audit_event_pkey";
ALTER TABLE "audit_event_before"
  ADD CONSTRAINT "audit_event_before_pkey" PRIMARY KEY USING INDEX "audit_event_id_at_key";
ALTER INDEX "audit_event_organization_id_id_idx" RENAME TO "audit_event_before_organization_id_id_idx";
ALTER INDEX "audit_event_organization_id_action_id_idx" RENAME TO "audit_event_before_organization_id_action_id_idx";
ALTER INDEX "audit_event_organization_id_actor_id_id_idx" RENAME TO "audit_event_before_organization_id_actor_id_id_idx";
ALTER INDEX "audit_event_organization_id_subject_id_idx" RENAME TO "audit_event_before_organization_id_subject_id_idx";

CREATE TABLE "audit_event" (LIKE "audit_event_before" INCLUDING DEFAULTS) PARTITION BY RANGE ("at");
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id", "at");
CREATE INDEX "audit_event_organization_id_id_idx" ON "audit_event"("organization_id", "id");
CREATE INDEX "audit_event_organization_id_action_id_idx" ON "audit_event"("organization_id", "action", "id");
CREATE INDEX "audit_event_organization_id_actor_id_id_idx" ON "audit_event"("organization_id", "actor_id", "id");
CREATE INDEX "audit_event_organization_id_subject_id_idx" ON "audit_event"("organization_id", "subject", "id");
ALTER SEQUENCE "audit_event_id_seq" OWNED BY "audit_event"."id";

CREATE TRIGGER "audit_event_is_append_only"
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_event"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();

-- Whoever may use the table before may use this one, and no partition but through it.
CREATE FUNCTION "protect_audit_partition"(partition regclass) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  grantee text;
BEGIN
  FOR grantee IN
    SELECT DISTINCT g.grantee::regrole::text FROM pg_class c, aclexplode(c.relacl) g
    WHERE c.oid = partition AND g.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON %s FROM %s', partition, grantee);
  END LOOP;
END
$$;

DO $$
DECLARE
  granted record;
BEGIN
  FOR granted IN
    SELECT g.grantee::regrole::text AS grantee, g.privilege_type AS privilege
    FROM pg_class c, aclexplode(c.relacl) g
    WHERE c.oid = 'audit_event_before'::regclass AND g.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('GRANT %s ON audit_event TO %s', granted.privilege, granted.grantee);
  END LOOP;
  FOR granted IN
    SELECT DISTINCT g.grantee::regrole::text AS grantee FROM pg_class c, aclexplode(c.relacl) g
    WHERE c.oid = 'audit_event'::regclass AND g.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('REVOKE UPDATE, DELETE ON audit_event FROM %s', granted.grantee);
  END LOOP;
END
$$;

DO $$
BEGIN
  EXECUTE format(
    'ALTER TABLE audit_event ATTACH PARTITION audit_event_before FOR VALUES FROM (MINVALUE) TO (%L)',
    (SELECT substring(pg_get_constraintdef(oid) FROM $re$'([^']+)'$re$)::timestamptz
     FROM pg_constraint WHERE conname = 'audit_event_bound'));
END
$$;
ALTER TABLE "audit_event_before" DROP CONSTRAINT "audit_event_bound";

-- Makes the partitions of the months until a year from now. The service calls it too, whose role owns no table.
CREATE FUNCTION "make_audit_partitions"() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  bound timestamptz;
  following timestamptz;
  until timestamptz := date_trunc('month', now() AT TIME ZONE 'UTC' + interval '12 months') AT TIME ZONE 'UTC';
  partition text;
  made integer := 0;
BEGIN
  -- Another replica is making them. The lock comes first: a bound that is read before it may be old.
  IF NOT pg_try_advisory_xact_lock(7201003) THEN
    RETURN 0;
  END IF;
  LOOP
    SELECT max(substring(pg_get_expr(c.relpartbound, c.oid) FROM $re$TO \('([^']+)'\)$re$)::timestamptz)
    INTO bound FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'public.audit_event'::regclass;
    EXIT WHEN bound > until;
    following := (bound AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
    partition := 'audit_event_' || to_char(bound AT TIME ZONE 'UTC', 'YYYY_MM');
    EXECUTE format('CREATE TABLE public.%I (LIKE public.audit_event INCLUDING DEFAULTS)', partition);
    EXECUTE format(
      'CREATE TRIGGER audit_event_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON public.%I
       FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change()', partition);
    PERFORM public.protect_audit_partition(format('public.%I', partition)::regclass);
    -- Lets others write: only a new table is locked.
    EXECUTE format(
      'ALTER TABLE public.audit_event ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)',
      partition, bound, following);
    made := made + 1;
  END LOOP;
  RETURN made;
END
$$;

REVOKE EXECUTE ON FUNCTION "protect_audit_partition", "make_audit_partitions" FROM PUBLIC;

-- The owner may call them anyway. Where the service has a role of its own, it is known by what it writes.
DO $$
DECLARE
  writer text;
BEGIN
  FOR writer IN
    SELECT g.grantee::regrole::text FROM pg_class c, aclexplode(c.relacl) g
    WHERE c.oid = 'audit_event'::regclass AND g.privilege_type = 'INSERT' AND g.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION make_audit_partitions() TO %s', writer);
  END LOOP;
END
$$;

SELECT protect_audit_partition('audit_event_before');
SELECT make_audit_partitions();
