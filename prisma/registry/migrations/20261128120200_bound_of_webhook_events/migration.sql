-- The rows of today and of the next two months stay in one partition, which needs this bound.
-- squawk-ignore constraint-missing-not-valid
DO $$
DECLARE
  bound timestamptz := date_trunc('month', now() AT TIME ZONE 'UTC' + interval '2 months') AT TIME ZONE 'UTC';
  parent text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['webhook_event', 'webhook_delivery'] LOOP
    EXECUTE format(
      'ALTER TABLE %I ADD CONSTRAINT %I CHECK (created_at < %L) NOT VALID', parent, parent || '_bound', bound);
  END LOOP;
END
$$;
