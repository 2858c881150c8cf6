-- The tables of express-with-pg.ts.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE api_key (
  digest bytea PRIMARY KEY,
  organization_id text NOT NULL
);

CREATE TABLE app (
  id bigserial PRIMARY KEY,
  name text NOT NULL UNIQUE,
  organization_id text NOT NULL,
  visibility text NOT NULL,
  latest_version text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  tags text[] NOT NULL,
  -- Name, title and description in lower case.
  search_text text NOT NULL
);
CREATE INDEX app_search_text ON app USING gin (search_text gin_trgm_ops);

CREATE TABLE app_version (
  app_id bigint NOT NULL REFERENCES app,
  version text NOT NULL,
  definition json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (app_id, version)
);

CREATE TABLE installation (
  organization_id text NOT NULL,
  app_id bigint NOT NULL REFERENCES app,
  version text NOT NULL,
  installed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, app_id)
);

CREATE TABLE attribute (
  app_id bigint NOT NULL REFERENCES app,
  version text NOT NULL,
  klass text NOT NULL,
  name text NOT NULL,
  display_name text NOT NULL,
  example text NOT NULL,
  PRIMARY KEY (app_id, version, klass, name)
);

CREATE TABLE audit_event (
  id bigserial PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  organization_id text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL
);
CREATE INDEX audit_event_organization ON audit_event (organization_id, id);

CREATE TABLE plan (
  id bigserial PRIMARY KEY,
  organization_id text NOT NULL,
  effects json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
