-- Partitions by month. What was written until now becomes the first one, without reading a row: its bound and
-- its index by id and time are there.
-- squawk-ignore-file

-- A unique key of events without their time is not possible any more.
ALTER TABLE "webhook_delivery" DROP CONSTRAINT "webhook_delivery_event_id_fkey";

ALTER TABLE "webhook_event" RENAME TO "webhook_event_before";
ALTER TABLE "webhook_event_before" DROP CONSTRAINT "webhook_event_pkey";
ALTER TABLE "webhook_event_before"
  ADD CONSTRAINT "webhook_event_before_pkey" PRIMARY KEY USING INDEX "webhook_event_id_created_at_key";
ALTER INDEX "webhook_event_created_at_idx" RENAME TO "webhook_event_before_created_at_idx";

CREATE TABLE "webhook_event" (LIKE "webhook_event_before" INCLUDING DEFAULTS) PARTITION BY RANGE ("created_at");
ALTER TABLE "webhook_event" ADD CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("id", "created_at");
CREATE INDEX "webhook_event_created_at_idx" ON "webhook_event"("created_at");

ALTER TABLE "webhook_delivery" RENAME TO "webhook_delivery_before";
ALTER TABLE "webhook_delivery_before" DROP CONSTRAINT "webhook_delivery_pkey";
ALTER TABLE "webhook_delivery_before"
  ADD CONSTRAINT "webhook_delivery_before_pkey" PRIMARY KEY USING INDEX "webhook_delivery_id_created_at_key";
ALTER INDEX "webhook_delivery_webhook_id_id_idx" RENAME TO "webhook_delivery_before_webhook_id_id_idx";
ALTER INDEX "webhook_delivery_event_id_idx" RENAME TO "webhook_delivery_before_event_id_idx";
ALTER INDEX "webhook_delivery_due_at_webhook_id_idx" RENAME TO "webhook_delivery_before_due_at_webhook_id_idx";

CREATE TABLE "webhook_delivery" (LIKE "webhook_delivery_before" INCLUDING DEFAULTS) PARTITION BY RANGE ("created_at");
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id", "created_at");
CREATE INDEX "webhook_delivery_webhook_id_id_idx" ON "webhook_delivery"("webhook_id", "id");
CREATE INDEX "webhook_delivery_event_id_idx" ON "webhook_delivery"("event_id");
CREATE INDEX "webhook_delivery_due_at_webhook_id_idx" ON "webhook_delivery"("due_at", "webhook_id");
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_fkey"
  FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER SEQUENCE "webhook_delivery_id_seq" OWNED BY "webhook_delivery"."id";

DO $$
DECLARE
  parent text;
  granted record;
BEGIN
  FOREACH parent IN ARRAY ARRAY['webhook_event', 'webhook_delivery'] LOOP
    -- Whoever may use the table before may use this one.
    FOR granted IN
      SELECT g.grantee::regrole::text AS grantee, g.privilege_type AS privilege
      FROM pg_class c, aclexplode(c.relacl) g
      WHERE c.oid = (parent || '_before')::regclass AND g.grantee NOT IN (0, c.relowner)
    LOOP
      EXECUTE format('GRANT %s ON %I TO %s', granted.privilege, parent, granted.grantee);
    END LOOP;
    EXECUTE format(
      'ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', parent, parent || '_before',
      (SELECT substring(pg_get_constraintdef(oid) FROM $re$'([^']+)'$re$)::timestamptz
       FROM pg_constraint WHERE conname = parent || '_bound'));
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', parent || '_before', parent || '_bound');
  END LOOP;
END
$$;

-- Makes the partitions of the months until three months from now, and drops those whose rows are all older than some
-- days. The service calls it, whose role owns no table. A drop that would wait is left to a later call.
CREATE FUNCTION "keep_webhook_partitions"(days integer, at timestamptz DEFAULT now()) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '200ms' AS $$
DECLARE
  parent text;
  partition text;
  bound timestamptz;
  changed integer := 0;
BEGIN
  -- Another replica does it. The lock comes first: a bound that is read before it may be old.
  IF NOT pg_try_advisory_xact_lock(7201004) THEN
    RETURN 0;
  END IF;
  -- Deliveries go before their events.
  FOREACH parent IN ARRAY ARRAY['webhook_delivery', 'webhook_event'] LOOP
    LOOP
      SELECT max(substring(pg_get_expr(c.relpartbound, c.oid) FROM $re$TO \('([^']+)'\)$re$)::timestamptz)
      INTO bound FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = format('public.%I', parent)::regclass;
      EXIT WHEN bound > at + interval '3 months';
      partition := parent || to_char(bound AT TIME ZONE 'UTC', '_YYYY_MM');
      EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING DEFAULTS)', partition, parent);
      EXECUTE format(
        'ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)',
        parent, partition, bound, (bound AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC');
      changed := changed + 1;
    END LOOP;
    FOR partition IN
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = format('public.%I', parent)::regclass
        AND substring(pg_get_expr(c.relpartbound, c.oid) FROM $re$TO \('([^']+)'\)$re$)::timestamptz
          <= at - make_interval(days => days)
    LOOP
      BEGIN
        EXECUTE format('DROP TABLE public.%I', partition);
        changed := changed + 1;
      EXCEPTION WHEN lock_not_available THEN
        NULL;
      END;
    END LOOP;
  END LOOP;
  RETURN changed;
END
$$;

REVOKE EXECUTE ON FUNCTION "keep_webhook_partitions" FROM PUBLIC;

-- The owner may call it anyway. Where the service has a role of its own, it is known by what it writes.
DO $$
DECLARE
  writer text;
BEGIN
  FOR writer IN
    SELECT g.grantee::regrole::text FROM pg_class c, aclexplode(c.relacl) g
    WHERE c.oid = 'webhook_event'::regclass AND g.privilege_type = 'INSERT' AND g.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION keep_webhook_partitions(integer, timestamptz) TO %s', writer);
  END LOOP;
END
$$;

SELECT keep_webhook_partitions(34);
