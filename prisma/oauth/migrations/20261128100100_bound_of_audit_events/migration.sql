-- The rows of today and of the next two months stay in one partition, which needs this bound.
-- squawk-ignore constraint-missing-not-valid
DO $$
BEGIN
  EXECUTE format(
    'ALTER TABLE audit_event ADD CONSTRAINT audit_event_bound CHECK (at < %L) NOT VALID',
    date_trunc('month', now() AT TIME ZONE 'UTC' + interval '2 months') AT TIME ZONE 'UTC');
END
$$;
