-- The database of the registry of release 0.1.0, with the rows of two apps (facts.json), by pg_dump --inserts.

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;


CREATE FUNCTION public.refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('app_platform.retention', true) = 'on'
    AND pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
  THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'audit_event is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE FUNCTION public.version_order(precedence text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
  SELECT lpad(split_part("precedence", '.', 1), 16, '0') || lpad(split_part("precedence", '.', 2), 16, '0')
    || lpad(split_part(split_part("precedence", '-', 1), '.', 3), 16, '0')
    || CASE WHEN strpos("precedence", '-') = 0 THEN '~' ELSE (
      SELECT string_agg(
        CASE WHEN part ~ '^[0-9]{1,16}$' THEN '0' || lpad(part, 16, '0') ELSE '1' || part END,
        ' ' ORDER BY place) || ' '
      FROM unnest(string_to_array(substr("precedence", strpos("precedence", '-') + 1), '.'))
        WITH ORDINALITY AS parts (part, place)) END
$_$;

CREATE TABLE public._prisma_migrations (
    id character varying(36) NOT NULL,
    checksum character varying(64) NOT NULL,
    finished_at timestamp with time zone,
    migration_name character varying(255) NOT NULL,
    logs text,
    rolled_back_at timestamp with time zone,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    applied_steps_count integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.api_key (
    id uuid NOT NULL,
    organization_id character(24) NOT NULL,
    name text NOT NULL,
    digest bytea NOT NULL,
    hint text NOT NULL,
    roles text[],
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone
);

CREATE TABLE public.app (
    id bigint NOT NULL,
    name text NOT NULL,
    organization_id character(24) NOT NULL,
    visibility text NOT NULL,
    identifier text NOT NULL,
    client_id text NOT NULL,
    operator_tags text[],
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    highest_version text NOT NULL,
    search_text text NOT NULL,
    tags text[],
    title text NOT NULL,
    version text NOT NULL,
    description text NOT NULL,
    icon_url text,
    developer text,
    redirect_uris text[],
    short_name text,
    roles text[],
    blocked_at timestamp(3) with time zone,
    blocked_reason text,
    unblocked_at timestamp(3) with time zone
)
WITH (fillfactor='80');

CREATE SEQUENCE public.app_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.app_id_seq OWNED BY public.app.id;

CREATE TABLE public.app_version (
    id bigint NOT NULL,
    app_id bigint,
    version text NOT NULL,
    precedence text NOT NULL,
    definition json NOT NULL,
    title text NOT NULL,
    dependencies text[],
    defects json NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    added_fields json NOT NULL,
    deprecated_at timestamp(3) with time zone,
    deprecation_message text,
    successor text,
    yank_reason text,
    yanked_at timestamp(3) with time zone
);

CREATE SEQUENCE public.app_version_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.app_version_id_seq OWNED BY public.app_version.id;

CREATE TABLE public.attribute (
    app_version_id bigint NOT NULL,
    klass text NOT NULL,
    name text NOT NULL,
    display_name text NOT NULL,
    example text NOT NULL
);

CREATE TABLE public.attribute_setting (
    organization_id character(24) NOT NULL,
    klass text NOT NULL,
    name text NOT NULL,
    display_name text,
    active boolean NOT NULL
);

CREATE TABLE public.audit_event (
    id bigint NOT NULL,
    at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    organization_id character(24),
    actor_type text NOT NULL,
    actor_id text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    request_id text NOT NULL,
    address text NOT NULL,
    before json,
    after json,
    trace_id character(32),
    actor_client_id text
);

CREATE SEQUENCE public.audit_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.audit_event_id_seq OWNED BY public.audit_event.id;

CREATE TABLE public.client_secret (
    id uuid NOT NULL,
    app_id bigint NOT NULL,
    digest bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp(3) with time zone
);

CREATE TABLE public.draft (
    app_id bigint NOT NULL,
    app_version_id bigint NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.idempotent_answer (
    organization_id character(24) NOT NULL,
    key text NOT NULL,
    request_digest bytea NOT NULL,
    answer json NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.installation (
    organization_id character(24) NOT NULL,
    app_id bigint NOT NULL,
    app_version_id bigint NOT NULL,
    installed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    declared_roles text[],
    roles text[],
    previous_version_id bigint,
    waiting_roles text[]
);

CREATE TABLE public.installation_plan (
    id uuid NOT NULL,
    organization_id character(24) NOT NULL,
    plan json NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.installation_request (
    id bigint NOT NULL,
    organization_id character(24) NOT NULL,
    app_id bigint NOT NULL,
    user_id text NOT NULL,
    note text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE SEQUENCE public.installation_request_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.installation_request_id_seq OWNED BY public.installation_request.id;

CREATE TABLE public.organization (
    id character(24) NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    verified boolean DEFAULT false NOT NULL
);

CREATE TABLE public.public_identifier (
    identifier text NOT NULL,
    organization_id character(24) NOT NULL
);

CREATE TABLE public.public_name (
    skeleton text NOT NULL,
    name text NOT NULL,
    organization_id character(24) NOT NULL
);

CREATE TABLE public.reserved_name (
    skeleton text NOT NULL,
    pattern text NOT NULL,
    organization_id character(24),
    reserved_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE public.uninstallation (
    organization_id character(24) NOT NULL,
    app_id bigint NOT NULL,
    app_version_id bigint NOT NULL,
    roles text[],
    waiting_roles text[],
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.unpublished_version (
    app_id bigint NOT NULL,
    precedence text NOT NULL,
    unpublished_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.webhook (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    organization_id character(24) NOT NULL,
    app_id bigint,
    url text NOT NULL,
    events text[],
    description text DEFAULT ''::text NOT NULL,
    secret bytea,
    previous_secret bytea,
    previous_secret_ends_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    disabled_at timestamp(3) with time zone,
    disabled_reason text,
    last_success_at timestamp(3) with time zone
);

CREATE TABLE public.webhook_delivery (
    id bigint NOT NULL,
    event_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    organization_id character(24) NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    due_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP,
    claim uuid,
    attempts json DEFAULT '[]'::json NOT NULL
);

CREATE SEQUENCE public.webhook_delivery_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.webhook_delivery_id_seq OWNED BY public.webhook_delivery.id;

CREATE TABLE public.webhook_event (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    payload json NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

ALTER TABLE ONLY public.app ALTER COLUMN id SET DEFAULT nextval('public.app_id_seq'::regclass);

ALTER TABLE ONLY public.app_version ALTER COLUMN id SET DEFAULT nextval('public.app_version_id_seq'::regclass);

ALTER TABLE ONLY public.audit_event ALTER COLUMN id SET DEFAULT nextval('public.audit_event_id_seq'::regclass);

ALTER TABLE ONLY public.installation_request ALTER COLUMN id SET DEFAULT nextval('public.installation_request_id_seq'::regclass);

ALTER TABLE ONLY public.webhook_delivery ALTER COLUMN id SET DEFAULT nextval('public.webhook_delivery_id_seq'::regclass);

INSERT INTO public._prisma_migrations VALUES ('db0ec7b1-6727-4577-b2c8-d68b67ea58da', 'f6e2e1d6d0e86e70f57067d56fa4977d47b9dcc6760fadce2450ab9042fa4325', '2026-11-28 07:22:18.941+00', '20261121000000_registry', NULL, NULL, '2026-11-28 07:22:18.734+00', 1);
INSERT INTO public._prisma_migrations VALUES ('2c44567f-d97b-42c0-b6f0-ab4e41d6ea62', '87a9616cad1848829ec10927c3f3a224ea881ec2aa1700d451edc6ddbc7750bd', '2026-11-28 07:22:19.248+00', '20261126033713_unpublished_versions', NULL, NULL, '2026-11-28 07:22:19.241+00', 1);
INSERT INTO public._prisma_migrations VALUES ('4a9b5915-af52-4954-9522-c46cc797d513', '03b3fe65d22e2cff5c08a36b2006c83b0e33351ed9f1d9b23d5602ce28a6a8c3', '2026-11-28 07:22:19.002+00', '20261121083619_idempotency_and_append_only_audit', NULL, NULL, '2026-11-28 07:22:18.945+00', 1);
INSERT INTO public._prisma_migrations VALUES ('0e4f0923-6d42-450f-b73e-eb8d46298376', '7e1e4c85c4245cd203402add45f332b6be15b2b47649e899d04ffd37c944844b', '2026-11-28 07:22:19.026+00', '20261121120643_audit_trace', NULL, NULL, '2026-11-28 07:22:19.011+00', 1);
INSERT INTO public._prisma_migrations VALUES ('f31a168d-1f40-419c-a519-b7ce3f15a297', '8992f1a10849f2853bd7c2e9d621e63cbc50dd2981230ef87d50fb475e58d646', '2026-11-28 07:22:19.068+00', '20261121150652_directory_search', NULL, NULL, '2026-11-28 07:22:19.035+00', 1);
INSERT INTO public._prisma_migrations VALUES ('2cf1f933-2b36-4ee1-9506-e481f00d3397', '694f96c485f35f64d44d4d2fb73c085198b6bdb5cc4bf851cdaefeaa7be3a391', '2026-11-28 07:22:19.266+00', '20261126121500_version_order', NULL, NULL, '2026-11-28 07:22:19.249+00', 1);
INSERT INTO public._prisma_migrations VALUES ('9ea2d3a8-9c1b-4891-be5a-51ee5e5dc3eb', '9997e5d797712b7173200893bcf54c50f77cadbeed8653ff61f30cfe06a43b5d', '2026-11-28 07:22:19.077+00', '20261121221500_directory_text_in_lower_case', NULL, NULL, '2026-11-28 07:22:19.07+00', 1);
INSERT INTO public._prisma_migrations VALUES ('17a072fb-b220-462f-bf19-c978df4add6a', 'c822b638e759315321fac8300d9666bbd59710b2ab843b523155c49788a5c92e', '2026-11-28 07:22:19.082+00', '20261122024500_few_pages_beside_the_index', NULL, NULL, '2026-11-28 07:22:19.078+00', 1);
INSERT INTO public._prisma_migrations VALUES ('21b664c6-84a6-4b89-bff9-dd0236ac32b5', 'b44ef15b5dfe18034eed352ec1f18ee018a4790fe6a0ab2cbf852f0f3301c9b4', '2026-11-28 07:22:19.094+00', '20261123090000_directory_columns', NULL, NULL, '2026-11-28 07:22:19.083+00', 1);
INSERT INTO public._prisma_migrations VALUES ('c99ce6fc-a536-456c-851b-26e50dabba71', '666af79542cec7fa911992257573377586169b1d61e2e6b07911ea281944353c', '2026-11-28 07:22:19.112+00', '20261123124500_current_version_and_short_name', NULL, NULL, '2026-11-28 07:22:19.095+00', 1);
INSERT INTO public._prisma_migrations VALUES ('319551db-aa67-40c8-9384-da2a7ad61c7d', '9edd8cdcd796f5369f5a3ea89a69e0e6af46cb1f9946f86f47e49ec45d89339c', '2026-11-28 07:22:19.129+00', '20261123130000_public_names', NULL, NULL, '2026-11-28 07:22:19.113+00', 1);
INSERT INTO public._prisma_migrations VALUES ('a17d06f7-8853-4e38-a003-fd2b8f6dc1a8', 'fe7b9ac2a444603cfaa448e2a82cb752d7482ebeb6fde9bd12300d74a548ff62', '2026-11-28 07:22:19.141+00', '20261123150708_app_blocking_and_role_ceilings', NULL, NULL, '2026-11-28 07:22:19.131+00', 1);
INSERT INTO public._prisma_migrations VALUES ('d0bb3ecd-f06b-4bd4-8f9b-62e3da15980f', 'ed886270fbe0c3220384b2173aa2023ec9c6f2ffd1e906bb2c3669d87e65c8e5', '2026-11-28 07:22:19.151+00', '20261123184000_database_roles_and_retention', NULL, NULL, '2026-11-28 07:22:19.143+00', 1);
INSERT INTO public._prisma_migrations VALUES ('25956381-b087-4b7b-bb5c-5ac39ebd8ff7', '05d74fd7c332f3a8d2d559d1c6acc60b0dc27cb5c65ac7de489bbbbde2e0a217', '2026-11-28 07:22:19.233+00', '20261124000000_withdrawal_drafts_and_events', NULL, NULL, '2026-11-28 07:22:19.153+00', 1);
INSERT INTO public._prisma_migrations VALUES ('5a2d779a-79f4-48e5-a538-0262f9ff1b04', 'e4234f211605cd3c55be5bd76b7d60b7f0039e44786a71cf3c8f6ed85e47534d', '2026-11-28 07:22:19.24+00', '20261124083745_audit_actor_client', NULL, NULL, '2026-11-28 07:22:19.236+00', 1);

INSERT INTO public.api_key VALUES ('28eda973-4a13-4727-8752-4d2d41eb418b', '611fc53b27357abc0dfe75fa', '', '\x63fa978c519e10a12838d79d652325a1f398a0c53f9fd8238f2a5068c8b45175', 'apk_a0r-', '{org.admin,org.permission}', '2026-11-28 07:22:25.519+00', NULL, NULL);
INSERT INTO public.api_key VALUES ('8c6da1b1-6005-4678-a2fc-796d202f5233', '88ad2bed239bb74721c0e797', '', '\x2c50319b6f828a72b49cad1850e6b58a2d308879795d8fb68c296e4fb73e3b54', 'apk_5a43', '{org.admin,org.permission}', '2026-11-28 07:22:26.836+00', NULL, NULL);

INSERT INTO public.app VALUES (1, 'external_1_611fc53b27357abc0dfe75fa', '611fc53b27357abc0dfe75fa', 'private', 'rsmvxnvl', '603f60e919de1d2406adee5a', '{}', '2026-11-28 07:22:26.062+00', '0.0.1', 'external_1_611fc53b27357abc0dfe75fa
order <tracker>
', '{}', 'Order <Tracker>', '0.0.1', '', NULL, NULL, '{https://app.example.com/callback}', 'external_1', NULL, NULL, NULL, NULL);
INSERT INTO public.app VALUES (2, 'external_2_88ad2bed239bb74721c0e797', '88ad2bed239bb74721c0e797', 'private', 'fauvnae3', '530f66b82aae257942f1002a', '{}', '2026-11-28 07:22:26.89+00', '0.0.1', 'external_2_88ad2bed239bb74721c0e797
order <tracker>
', '{}', 'Order <Tracker>', '0.0.1', '', NULL, NULL, '{https://app.example.com/callback}', 'external_2', NULL, NULL, NULL, NULL);

INSERT INTO public.app_version VALUES (1, 1, '0.0.1', '0.0.1', '{"app":"external_1","version":"0.0.1","title":"Order <Tracker>","visibility":"private","redirectUris":["https://app.example.com/callback"]}', 'Order <Tracker>', '{}', '[]', '2026-11-28 07:22:26.062+00', '2026-11-28 07:22:26.062+00', '{"name":"external_1_611fc53b27357abc0dfe75fa","auth":{},"clientId":"603f60e919de1d2406adee5a","identifier":"rsmvxnvl"}', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.app_version VALUES (2, 2, '0.0.1', '0.0.1', '{"app":"external_2","version":"0.0.1","title":"Order <Tracker>","visibility":"private","redirectUris":["https://app.example.com/callback"]}', 'Order <Tracker>', '{}', '[]', '2026-11-28 07:22:26.89+00', '2026-11-28 07:22:26.89+00', '{"name":"external_2_88ad2bed239bb74721c0e797","auth":{},"clientId":"530f66b82aae257942f1002a","identifier":"fauvnae3"}', NULL, NULL, NULL, NULL, NULL);

INSERT INTO public.audit_event VALUES (1, '2026-11-28 07:22:25.373+00', '611fc53b27357abc0dfe75fa', 'operator', 'operator', 'organization.created', '611fc53b27357abc0dfe75fa', 'cd23e78b-6f51-4939-b788-33ec5bd2b45e', '127.0.0.1', NULL, '{"name":"Acme"}', 'aff6157edcc548079b053cdbe0a06e69', NULL);
INSERT INTO public.audit_event VALUES (2, '2026-11-28 07:22:25.503+00', '611fc53b27357abc0dfe75fa', 'operator', 'operator', 'api_key.created', '28eda973-4a13-4727-8752-4d2d41eb418b', 'a7d69abb-dbaa-4c6e-ac72-f405d24d64df', '127.0.0.1', NULL, '{"name":"","roles":["org.admin","org.permission"]}', '012d1e11d43d4e498352d4c05f92ed9a', NULL);
INSERT INTO public.audit_event VALUES (3, '2026-11-28 07:22:26.062+00', '611fc53b27357abc0dfe75fa', 'api_key', '28eda973-4a13-4727-8752-4d2d41eb418b', 'app_version.registered', 'external_1_611fc53b27357abc0dfe75fa-0.0.1', 'b01a077b-1eaa-4cdc-9363-eb7c466aa164', '127.0.0.1', NULL, '{"version":"0.0.1","visibility":"private","identifier":"rsmvxnvl"}', '94cfaa231bc342ef8c436d2c04962302', NULL);
INSERT INTO public.audit_event VALUES (4, '2026-11-28 07:22:26.108+00', '611fc53b27357abc0dfe75fa', 'api_key', '28eda973-4a13-4727-8752-4d2d41eb418b', 'client_secret.generated', 'external_1_611fc53b27357abc0dfe75fa', 'fdfde9b3-08ee-4bf7-82f7-9167b81121e6', '127.0.0.1', NULL, '{"secretId":"f412d15e-f6b7-4887-a038-8ec74690f7fb","overlapSeconds":0}', 'b3e5b577c2624cb3bf7091ed617762bc', NULL);
INSERT INTO public.audit_event VALUES (5, '2026-11-28 07:22:26.156+00', '611fc53b27357abc0dfe75fa', 'api_key', '28eda973-4a13-4727-8752-4d2d41eb418b', 'installation.created', 'external_1_611fc53b27357abc0dfe75fa-0.0.1', 'ef50d4db-a9c7-4748-8815-c0f0bae3c744', '127.0.0.1', NULL, '{"version":"0.0.1"}', 'ec97fb272beb4296aa73c3aceb9c35a6', NULL);
INSERT INTO public.audit_event VALUES (6, '2026-11-28 07:22:26.825+00', '88ad2bed239bb74721c0e797', 'operator', 'operator', 'organization.created', '88ad2bed239bb74721c0e797', 'eba0aebf-3742-400c-8fe8-5a2b16748e27', '127.0.0.1', NULL, '{"name":"Acme"}', 'b5fd52935d18406d94b39d09f78c0eab', NULL);
INSERT INTO public.audit_event VALUES (7, '2026-11-28 07:22:26.835+00', '88ad2bed239bb74721c0e797', 'operator', 'operator', 'api_key.created', '8c6da1b1-6005-4678-a2fc-796d202f5233', '95d271f6-2bca-491e-9b93-86211fe4465a', '127.0.0.1', NULL, '{"name":"","roles":["org.admin","org.permission"]}', '870ebde36aef46a08e7b355cc98e786c', NULL);
INSERT INTO public.audit_event VALUES (8, '2026-11-28 07:22:26.89+00', '88ad2bed239bb74721c0e797', 'api_key', '8c6da1b1-6005-4678-a2fc-796d202f5233', 'app_version.registered', 'external_2_88ad2bed239bb74721c0e797-0.0.1', '80c31b58-6f32-4879-a6f1-379a1f7368ff', '127.0.0.1', NULL, '{"version":"0.0.1","visibility":"private","identifier":"fauvnae3"}', 'a9d67444d2534d839d989aee3894d3a6', NULL);
INSERT INTO public.audit_event VALUES (9, '2026-11-28 07:22:26.903+00', '88ad2bed239bb74721c0e797', 'api_key', '8c6da1b1-6005-4678-a2fc-796d202f5233', 'client_secret.generated', 'external_2_88ad2bed239bb74721c0e797', 'edb426ed-4f16-4181-b746-c561df44523b', '127.0.0.1', NULL, '{"secretId":"f4095b9f-0506-468e-82f8-80cda7bc8c67","overlapSeconds":0}', 'd74d7b9d2a6446e1b46da0cad0742974', NULL);
INSERT INTO public.audit_event VALUES (10, '2026-11-28 07:22:26.924+00', '88ad2bed239bb74721c0e797', 'api_key', '8c6da1b1-6005-4678-a2fc-796d202f5233', 'installation.created', 'external_2_88ad2bed239bb74721c0e797-0.0.1', '857ac1bf-62c8-45b1-b12b-ae7c1af87140', '127.0.0.1', NULL, '{"version":"0.0.1"}', '338e10c28ec840dcb4a0e13c2058fa27', NULL);

INSERT INTO public.client_secret VALUES ('f412d15e-f6b7-4887-a038-8ec74690f7fb', 1, '\xf9ba4b9e852cc2cf9ae9a11668bd4fafbd1b7cedad044d97ff22dcb5b917bd67', '2026-11-28 07:22:26.107+00', NULL);
INSERT INTO public.client_secret VALUES ('f4095b9f-0506-468e-82f8-80cda7bc8c67', 2, '\x4c74b84acd738beb7adb012d4154cdc529ee378c3a4e7ed5bdbbfe7bd32c1d24', '2026-11-28 07:22:26.901+00', NULL);

INSERT INTO public.installation VALUES ('611fc53b27357abc0dfe75fa', 1, 1, '2026-11-28 07:22:26.162+00', '2026-11-28 07:22:26.162+00', NULL, NULL, NULL, '{}');
INSERT INTO public.installation VALUES ('88ad2bed239bb74721c0e797', 2, 2, '2026-11-28 07:22:26.925+00', '2026-11-28 07:22:26.925+00', NULL, NULL, NULL, '{}');

INSERT INTO public.organization VALUES ('611fc53b27357abc0dfe75fa', 'Acme', '2026-11-28 07:22:25.427+00', false);
INSERT INTO public.organization VALUES ('88ad2bed239bb74721c0e797', 'Acme', '2026-11-28 07:22:26.827+00', false);

SELECT pg_catalog.setval('public.app_id_seq', 2, true);

SELECT pg_catalog.setval('public.app_version_id_seq', 2, true);

SELECT pg_catalog.setval('public.audit_event_id_seq', 10, true);

SELECT pg_catalog.setval('public.installation_request_id_seq', 1, false);

SELECT pg_catalog.setval('public.webhook_delivery_id_seq', 1, false);

ALTER TABLE ONLY public._prisma_migrations
    ADD CONSTRAINT _prisma_migrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.app
    ADD CONSTRAINT app_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.app_version
    ADD CONSTRAINT app_version_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.attribute
    ADD CONSTRAINT attribute_pkey PRIMARY KEY (app_version_id, klass, name);

ALTER TABLE ONLY public.attribute_setting
    ADD CONSTRAINT attribute_setting_pkey PRIMARY KEY (organization_id, klass, name);

ALTER TABLE ONLY public.audit_event
    ADD CONSTRAINT audit_event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.client_secret
    ADD CONSTRAINT client_secret_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.draft
    ADD CONSTRAINT draft_pkey PRIMARY KEY (app_id);

ALTER TABLE ONLY public.idempotent_answer
    ADD CONSTRAINT idempotent_answer_pkey PRIMARY KEY (organization_id, key);

ALTER TABLE ONLY public.installation
    ADD CONSTRAINT installation_pkey PRIMARY KEY (organization_id, app_id);

ALTER TABLE ONLY public.installation_plan
    ADD CONSTRAINT installation_plan_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.installation_request
    ADD CONSTRAINT installation_request_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.organization
    ADD CONSTRAINT organization_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.public_identifier
    ADD CONSTRAINT public_identifier_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY public.public_name
    ADD CONSTRAINT public_name_pkey PRIMARY KEY (skeleton);

ALTER TABLE ONLY public.reserved_name
    ADD CONSTRAINT reserved_name_pkey PRIMARY KEY (skeleton);

ALTER TABLE ONLY public.uninstallation
    ADD CONSTRAINT uninstallation_pkey PRIMARY KEY (organization_id, app_id);

ALTER TABLE ONLY public.unpublished_version
    ADD CONSTRAINT unpublished_version_pkey PRIMARY KEY (app_id, precedence);

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.webhook_event
    ADD CONSTRAINT webhook_event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (id);

CREATE UNIQUE INDEX api_key_digest_key ON public.api_key USING btree (digest);

CREATE INDEX api_key_organization_id_created_at_id_idx ON public.api_key USING btree (organization_id, created_at, id);

CREATE UNIQUE INDEX app_client_id_key ON public.app USING btree (client_id);

CREATE UNIQUE INDEX app_name_key ON public.app USING btree (name);

CREATE INDEX app_organization_id_name_idx ON public.app USING btree (organization_id, name);

CREATE UNIQUE INDEX app_organization_id_short_name_key ON public.app USING btree (organization_id, short_name);

CREATE INDEX app_search_text_idx ON public.app USING gin (search_text public.gin_trgm_ops) WITH (gin_pending_list_limit='64');

CREATE INDEX app_tags_idx ON public.app USING gin (tags) WITH (gin_pending_list_limit='64');

CREATE UNIQUE INDEX app_version_app_id_precedence_key ON public.app_version USING btree (app_id, precedence);

CREATE INDEX app_version_app_id_version_order_idx ON public.app_version USING btree (app_id, public.version_order(precedence) COLLATE "C");

CREATE INDEX app_visibility_name_idx ON public.app USING btree (visibility, name);

CREATE INDEX attribute_name_klass_idx ON public.attribute USING btree (name, klass);

CREATE INDEX audit_event_organization_id_action_id_idx ON public.audit_event USING btree (organization_id, action, id);

CREATE INDEX audit_event_organization_id_actor_id_id_idx ON public.audit_event USING btree (organization_id, actor_id, id);

CREATE INDEX audit_event_organization_id_id_idx ON public.audit_event USING btree (organization_id, id);

CREATE INDEX audit_event_organization_id_subject_id_idx ON public.audit_event USING btree (organization_id, subject, id);

CREATE INDEX client_secret_app_id_idx ON public.client_secret USING btree (app_id);

CREATE INDEX draft_app_version_id_idx ON public.draft USING btree (app_version_id);

CREATE INDEX idempotent_answer_expires_at_idx ON public.idempotent_answer USING btree (expires_at);

CREATE INDEX installation_app_id_idx ON public.installation USING btree (app_id);

CREATE INDEX installation_app_version_id_idx ON public.installation USING btree (app_version_id);

CREATE INDEX installation_plan_organization_id_expires_at_idx ON public.installation_plan USING btree (organization_id, expires_at);

CREATE INDEX installation_previous_version_id_idx ON public.installation USING btree (previous_version_id);

CREATE INDEX installation_request_app_id_idx ON public.installation_request USING btree (app_id);

CREATE UNIQUE INDEX installation_request_organization_id_app_id_user_id_key ON public.installation_request USING btree (organization_id, app_id, user_id);

CREATE INDEX installation_request_organization_id_id_idx ON public.installation_request USING btree (organization_id, id);

CREATE INDEX installation_request_organization_id_user_id_id_idx ON public.installation_request USING btree (organization_id, user_id, id);

CREATE INDEX organization_name_idx ON public.organization USING btree (name);

CREATE INDEX uninstallation_app_id_idx ON public.uninstallation USING btree (app_id);

CREATE INDEX uninstallation_app_version_id_idx ON public.uninstallation USING btree (app_version_id);

CREATE UNIQUE INDEX webhook_app_id_url_key ON public.webhook USING btree (app_id, url);

CREATE INDEX webhook_delivery_due_at_webhook_id_idx ON public.webhook_delivery USING btree (due_at, webhook_id);

CREATE INDEX webhook_delivery_event_id_idx ON public.webhook_delivery USING btree (event_id);

CREATE INDEX webhook_delivery_webhook_id_id_idx ON public.webhook_delivery USING btree (webhook_id, id);

CREATE INDEX webhook_event_created_at_idx ON public.webhook_event USING btree (created_at);

CREATE INDEX webhook_organization_id_app_id_idx ON public.webhook USING btree (organization_id, app_id);

CREATE INDEX webhook_organization_id_id_idx ON public.webhook USING btree (organization_id, id);

CREATE TRIGGER audit_event_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_event FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY public.app
    ADD CONSTRAINT app_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY public.app_version
    ADD CONSTRAINT app_version_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.app(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY public.attribute
    ADD CONSTRAINT attribute_app_version_id_fkey FOREIGN KEY (app_version_id) REFERENCES public.app_version(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY public.attribute_setting
    ADD CONSTRAINT attribute_setting_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY public.client_secret
    ADD CONSTRAINT client_secret_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.app(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY public.draft
    ADD CONSTRAINT draft_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.app(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.draft
    ADD CONSTRAINT draft_app_version_id_fkey FOREIGN KEY (app_version_id) REFERENCES public.app_version(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.installation
    ADD CONSTRAINT installation_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.app(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY public.installation
    ADD CONSTRAINT installation_app_version_id_fkey FOREIGN KEY (app_version_id) REFERENCES public.app_version(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY public.installation
    ADD CONSTRAINT installation_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY public.installation_plan
    ADD CONSTRAINT installation_plan_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY public.installation
    ADD CONSTRAINT installation_previous_version_id_fkey FOREIGN KEY (previous_version_id) REFERENCES public.app_version(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY public.installation_request
    ADD CONSTRAINT installation_request_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.app(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.installation_request
    ADD CONSTRAINT installation_request_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY public.reserved_name
    ADD CONSTRAINT reserved_name_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY public.uninstallation
    ADD CONSTRAINT uninstallation_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.app(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.uninstallation
    ADD CONSTRAINT uninstallation_app_version_id_fkey FOREIGN KEY (app_version_id) REFERENCES public.app_version(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.uninstallation
    ADD CONSTRAINT uninstallation_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY public.unpublished_version
    ADD CONSTRAINT unpublished_version_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.app(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.app(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.webhook_event(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhook(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(id) ON UPDATE CASCADE ON DELETE RESTRICT;
