-- What the owner of an app follows in its log: installations, and changes of deliveries.

-- CreateTable
-- In partitions by month, as webhook events are.
CREATE TABLE "installation_event" (
    "id" BIGSERIAL NOT NULL,
    "app_id" BIGINT NOT NULL,
    "event_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "installation_event_pkey" PRIMARY KEY ("id","created_at")
) PARTITION BY RANGE ("created_at");

-- CreateIndex
CREATE INDEX "installation_event_app_id_id_idx" ON "installation_event"("app_id", "id");

-- CreateTable
-- A reader asks by the transactions that it has not seen, as of "change". The service removes old rows.
CREATE TABLE "delivery_change" (
    "id" BIGSERIAL NOT NULL,
    "transaction" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "organization_id" CHAR(24) NOT NULL,
    "delivery_id" BIGINT NOT NULL,

    CONSTRAINT "delivery_change_pkey" PRIMARY KEY ("transaction","id")
);

-- Triggers, so that the attempts of the release before count too while its replicas run beside those of this one.
CREATE FUNCTION "record_delivery_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "delivery_change" ("organization_id", "delivery_id") VALUES (NEW."organization_id", NEW."id");
  RETURN NULL;
END
$$;

CREATE TRIGGER "webhook_delivery_is_added"
  AFTER INSERT ON "webhook_delivery" FOR EACH ROW
  EXECUTE FUNCTION "record_delivery_change"();

-- Not for a claim, which says nothing to anybody.
CREATE TRIGGER "webhook_delivery_is_changed"
  AFTER UPDATE OF "status", "attempts" ON "webhook_delivery" FOR EACH ROW
  WHEN (OLD."status" <> NEW."status" OR OLD."attempts"::text <> NEW."attempts"::text)
  EXECUTE FUNCTION "record_delivery_change"();

-- Until this month; the function makes those that follow.
DO $$
BEGIN
  EXECUTE format(
    'CREATE TABLE "installation_event_before" PARTITION OF "installation_event" FOR VALUES FROM (MINVALUE) TO (%L)',
    date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC');
END
$$;

-- As before, with the events of installations.
CREATE OR REPLACE FUNCTION "keep_webhook_partitions"(days integer, at timestamptz DEFAULT now()) RETURNS integer
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
  FOREACH parent IN ARRAY ARRAY['webhook_delivery', 'webhook_event', 'installation_event'] LOOP
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

SELECT keep_webhook_partitions(34);
