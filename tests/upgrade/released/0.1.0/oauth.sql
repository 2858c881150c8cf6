-- The database of the OAuth service of release 0.1.0, with the rows of two apps (facts.json), by pg_dump --inserts.

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

CREATE TABLE public.account (
    id uuid NOT NULL,
    organization_id character(24) NOT NULL,
    email text NOT NULL,
    password_hash text,
    roles text[],
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    upstream_issuer text,
    upstream_subject text,
    disabled_at timestamp(3) with time zone,
    roles_version integer DEFAULT 0 NOT NULL,
    session_version integer DEFAULT 0 NOT NULL
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
    detail json,
    trace_id character(32)
);

CREATE SEQUENCE public.audit_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.audit_event_id_seq OWNED BY public.audit_event.id;

CREATE TABLE public.consent (
    account_id uuid NOT NULL,
    client_id text NOT NULL,
    scopes text[],
    granted_at timestamp(3) with time zone NOT NULL,
    installed_since timestamp(3) with time zone
);

CREATE TABLE public.consent_request (
    id uuid NOT NULL,
    organization_id character(24) NOT NULL,
    account_id uuid NOT NULL,
    client_id text NOT NULL,
    scopes text[],
    installed_since timestamp(3) with time zone NOT NULL,
    state text NOT NULL,
    requested_at timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone
);

CREATE TABLE public.data_step (
    name text NOT NULL,
    "position" text NOT NULL,
    finished_at timestamp(3) with time zone
);

CREATE TABLE public.idempotent_answer (
    organization_id character(24) NOT NULL,
    key text NOT NULL,
    request_digest bytea NOT NULL,
    answer json NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.organization_settings (
    organization_id character(24) NOT NULL,
    consent_policy text NOT NULL
);

CREATE TABLE public.password_link (
    digest bytea NOT NULL,
    account_id uuid NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    email text,
    issuer_id uuid,
    roles text[]
);

CREATE TABLE public.provider_record (
    digest bytea NOT NULL,
    kind text NOT NULL,
    payload jsonb NOT NULL,
    grant_digest bytea,
    account_id uuid,
    client_id text,
    organization_id character(24),
    consumed_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.refused_request (
    client_id text NOT NULL,
    endpoint text NOT NULL,
    error text NOT NULL,
    reason text NOT NULL,
    parameters json,
    count integer NOT NULL,
    first_at timestamp(3) with time zone NOT NULL,
    last_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.revocation (
    id bigint NOT NULL,
    kind text NOT NULL,
    value text NOT NULL,
    at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    roles text[] DEFAULT ARRAY[]::text[]
);

CREATE SEQUENCE public.revocation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.revocation_id_seq OWNED BY public.revocation.id;

CREATE TABLE public.signing_key (
    kid text NOT NULL,
    algorithm text NOT NULL,
    public_jwk jsonb NOT NULL,
    encrypted_private bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    active_from timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.audit_event ALTER COLUMN id SET DEFAULT nextval('public.audit_event_id_seq'::regclass);

ALTER TABLE ONLY public.revocation ALTER COLUMN id SET DEFAULT nextval('public.revocation_id_seq'::regclass);

INSERT INTO public._prisma_migrations VALUES ('99160a9d-4e74-4fc7-8809-9097bb9b269f', '348d322b263d68b1f5211ddfdd637c85d21032622e1cd56cb8dc578c205afc4c', '2026-11-28 07:22:19.428+00', '20261121000000_oauth', NULL, NULL, '2026-11-28 07:22:19.374+00', 1);
INSERT INTO public._prisma_migrations VALUES ('49c8ebec-220c-48be-b39c-96664e9dba4d', '0826036dc22ee71b749d3adefb1edce7425f6e26a5d9c41c4728d13cefd6fde9', '2026-11-28 07:22:19.443+00', '20261121083634_append_only_audit', NULL, NULL, '2026-11-28 07:22:19.43+00', 1);
INSERT INTO public._prisma_migrations VALUES ('a0effa0c-7b75-4436-9b97-6c2705cb1a1c', 'e7300ce8353fdb223f29826129101b394ca553f0f5154709851104e9b022e123', '2026-11-28 07:22:19.448+00', '20261121084355_upstream_sign_in', NULL, NULL, '2026-11-28 07:22:19.445+00', 1);
INSERT INTO public._prisma_migrations VALUES ('4d5f08c8-f739-47c0-b705-d8dc7e5a5f28', '97a70173b872221a797f4dc71f06613bbcb73025595290fe3120385664db7dbb', '2026-11-28 07:22:19.456+00', '20261121093437_consent_of_an_installation', NULL, NULL, '2026-11-28 07:22:19.449+00', 1);
INSERT INTO public._prisma_migrations VALUES ('89ae13dd-1cd6-4232-93d8-e8beee9a4e7f', '7e1e4c85c4245cd203402add45f332b6be15b2b47649e899d04ffd37c944844b', '2026-11-28 07:22:19.471+00', '20261121120715_audit_trace', NULL, NULL, '2026-11-28 07:22:19.463+00', 1);
INSERT INTO public._prisma_migrations VALUES ('4b228272-f9f7-4f66-a2f7-a39cbe32fd7b', '6707558c34651f34f00b70d4f17b3341db9d1104a51593c32d89b9e96f7aeaaf', '2026-11-28 07:22:19.501+00', '20261123144519_user_life_cycle', NULL, NULL, '2026-11-28 07:22:19.473+00', 1);
INSERT INTO public._prisma_migrations VALUES ('8c055005-9af7-4d5e-a737-ff42e43c0572', '4a7016c111649868977eb39ff9da714d5746cd33406558814889e1cb5e1f6a3c', '2026-11-28 07:22:19.508+00', '20261123184000_database_roles_and_retention', NULL, NULL, '2026-11-28 07:22:19.502+00', 1);
INSERT INTO public._prisma_migrations VALUES ('8e4518c9-4686-4aa2-8290-2310f7d317fa', 'ae6661040b27b4c9669810d05d73ae724d56386340824d340f256915695097cc', '2026-11-28 07:22:19.516+00', '20261124041712_refused_requests', NULL, NULL, '2026-11-28 07:22:19.509+00', 1);
INSERT INTO public._prisma_migrations VALUES ('9d161d87-fe57-483e-a9e3-dfc8139b3c92', 'd6ba8be8810f9c31670cccb59a571e9f8c07b7e4c13c469fdf1fb30c1557fa49', '2026-11-28 07:22:19.522+00', '20261126035557_password_links_remember_roles', NULL, NULL, '2026-11-28 07:22:19.516+00', 1);
INSERT INTO public._prisma_migrations VALUES ('28aa18bc-1510-410f-b42c-e6ceae2df80a', 'd5cf14deb47b6dfc4d0b22a96cf0bb69afd7a6d06ce1a2f36b5bff859ed07d39', '2026-11-28 07:22:19.527+00', '20261126065619_addresses_per_organization', NULL, NULL, '2026-11-28 07:22:19.523+00', 1);
INSERT INTO public._prisma_migrations VALUES ('5e20b636-0308-4a32-9eae-9953d79d20f1', '80d2d00d69dd979815459afae5bd1ad136747542334471253972a25803b9250a', '2026-11-28 07:22:19.535+00', '20261126070254_idempotent_answers', NULL, NULL, '2026-11-28 07:22:19.529+00', 1);
INSERT INTO public._prisma_migrations VALUES ('62c6cf06-66de-4a65-8487-910f4443d4a5', '19fc69d92d742a13a9b2da5fac1410245c76bbbc048826dc3059208c3eff1ab5', '2026-11-28 07:22:19.548+00', '20261126115000_data_steps', NULL, NULL, '2026-11-28 07:22:19.536+00', 1);

INSERT INTO public.account VALUES ('1c192efe-b36f-4108-9461-e36d187d6bab', '611fc53b27357abc0dfe75fa', 'user1@example.com', '$argon2id$v=19$m=19456,t=2,p=1$o4N/jxGV2LODwWQD6KY9SQ$vjWiYXUrgTWqYVUMeAEZQrnTeCKLApu7pnGp1GWZ04A', '{org.admin.apps,org.permission}', '2026-11-28 07:22:25.979+00', NULL, NULL, NULL, 0, 0);
INSERT INTO public.account VALUES ('c147de03-3326-41bd-b745-264bddbd11e6', '88ad2bed239bb74721c0e797', 'user2@example.com', '$argon2id$v=19$m=19456,t=2,p=1$76RedBmV6w19XUsqDkL3SA$VOs/KPlGmOUMs1haYgaOdcBZHV/qlxMuxLnpHTlnQPg', '{org.admin.apps,org.permission}', '2026-11-28 07:22:26.873+00', NULL, NULL, NULL, 0, 0);

INSERT INTO public.audit_event VALUES (1, '2026-11-28 07:22:25.984+00', '611fc53b27357abc0dfe75fa', 'operator', 'operator', 'account.created', '1c192efe-b36f-4108-9461-e36d187d6bab', 'c029d0b3-4aa1-47b6-8d0a-5db443035f50', '127.0.0.1', '{"email":"user1@example.com","roles":["org.admin.apps","org.permission"]}', 'fc60777bd8294e62a3f84ce619dc922a');
INSERT INTO public.audit_event VALUES (2, '2026-11-28 07:22:26.549+00', '611fc53b27357abc0dfe75fa', 'account', '1c192efe-b36f-4108-9461-e36d187d6bab', 'sign_in.succeeded', '1c192efe-b36f-4108-9461-e36d187d6bab', '20b477bd-8667-4e74-ba5a-bd678b51ead8', '127.0.0.1', NULL, 'ad79139924934db19981a8b36f4ba859');
INSERT INTO public.audit_event VALUES (3, '2026-11-28 07:22:26.66+00', '611fc53b27357abc0dfe75fa', 'account', '1c192efe-b36f-4108-9461-e36d187d6bab', 'consent.granted', '603f60e919de1d2406adee5a', '8bf30b25-53d7-4f01-bbac-c2910f7d3da2', '127.0.0.1', '{"asked":["org.permission.customer","org.permission.apps","offline_access"],"granted":["org.permission.customer","org.permission.apps","offline_access"]}', 'cfd82559c8b6404bafe68e54420d9716');
INSERT INTO public.audit_event VALUES (4, '2026-11-28 07:22:26.875+00', '88ad2bed239bb74721c0e797', 'operator', 'operator', 'account.created', 'c147de03-3326-41bd-b745-264bddbd11e6', '215e58e3-5f6e-45ee-9ae6-bd739a58dd73', '127.0.0.1', '{"email":"user2@example.com","roles":["org.admin.apps","org.permission"]}', 'eac41ccb36e5440c99375ebefcd3e04c');
INSERT INTO public.audit_event VALUES (5, '2026-11-28 07:22:27.008+00', '88ad2bed239bb74721c0e797', 'account', 'c147de03-3326-41bd-b745-264bddbd11e6', 'sign_in.succeeded', 'c147de03-3326-41bd-b745-264bddbd11e6', 'f060ca05-b46b-4fe0-bda4-74e18547e66c', '127.0.0.1', NULL, 'dfb80b8ca8984b278b2b051f5bdd2e10');
INSERT INTO public.audit_event VALUES (6, '2026-11-28 07:22:27.081+00', '88ad2bed239bb74721c0e797', 'account', 'c147de03-3326-41bd-b745-264bddbd11e6', 'consent.granted', '530f66b82aae257942f1002a', 'a7fc3785-db3b-49ba-9b4f-54913180522e', '127.0.0.1', '{"asked":["org.permission.customer","org.permission.apps","offline_access"],"granted":["org.permission.customer","org.permission.apps","offline_access"]}', 'ee9813ab9dc14715a92c720b7700ae1c');

INSERT INTO public.consent VALUES ('1c192efe-b36f-4108-9461-e36d187d6bab', '603f60e919de1d2406adee5a', '{org.permission.customer,org.permission.apps,offline_access}', '2026-11-28 07:22:26.649+00', '2026-11-28 07:22:26.162+00');
INSERT INTO public.consent VALUES ('c147de03-3326-41bd-b745-264bddbd11e6', '530f66b82aae257942f1002a', '{org.permission.customer,org.permission.apps,offline_access}', '2026-11-28 07:22:27.078+00', '2026-11-28 07:22:26.925+00');

INSERT INTO public.provider_record VALUES ('\x713fdcf6f80de026494780d02c67ead669b34e0deb6a929b30d121943f88f780', 'Grant', '{"exp": 4949450546, "iat": 1795850546, "kind": "Grant", "openid": {"scope": "offline_access"}, "clientId": "603f60e919de1d2406adee5a", "accountId": "1c192efe-b36f-4108-9461-e36d187d6bab", "resources": {"http://127.0.0.1:20673": "org.permission.customer org.permission.apps offline_access"}, "installedSince": 1795850546162}', '\x713fdcf6f80de026494780d02c67ead669b34e0deb6a929b30d121943f88f780', '1c192efe-b36f-4108-9461-e36d187d6bab', '603f60e919de1d2406adee5a', '611fc53b27357abc0dfe75fa', NULL, '2026-11-28 07:22:26.649+00', '2126-11-04 07:22:26.653+00');
INSERT INTO public.provider_record VALUES ('\x484078de9744c438612a802ccf5381691a4ee81d22477ee695ee2d50ac69e450', 'AuthorizationCode', '{"exp": 1795850606, "iat": 1795850546, "kind": "AuthorizationCode", "scope": "offline_access org.permission.customer org.permission.apps", "grantId": "Ohdh1TJ3x71WpDYxMLB11ubj_1IPfgcjnFGq_NGBFQn", "authTime": 1795850546, "clientId": "603f60e919de1d2406adee5a", "resource": "http://127.0.0.1:20673", "accountId": "1c192efe-b36f-4108-9461-e36d187d6bab", "sessionUid": "Cl-QRjBXh9HN7iErIvlzufivHjwIwpNr14S0LTry9VJ", "redirectUri": "https://app.example.com/callback"}', '\x713fdcf6f80de026494780d02c67ead669b34e0deb6a929b30d121943f88f780', '1c192efe-b36f-4108-9461-e36d187d6bab', '603f60e919de1d2406adee5a', NULL, '2026-11-28 07:22:26.742+00', '2026-11-28 07:22:26.699+00', '2026-11-28 07:23:26.695+00');
INSERT INTO public.provider_record VALUES ('\x699af7b24409769680f723b280d1841b870f28300b66d78daf25ad5c8a13a098', 'RefreshToken', '{"exp": 4949450546, "gty": "authorization_code", "iat": 1795850546, "iiat": 1795850546, "kind": "RefreshToken", "scope": "offline_access org.permission.customer org.permission.apps", "grantId": "Ohdh1TJ3x71WpDYxMLB11ubj_1IPfgcjnFGq_NGBFQn", "authTime": 1795850546, "clientId": "603f60e919de1d2406adee5a", "resource": "http://127.0.0.1:20673", "accountId": "1c192efe-b36f-4108-9461-e36d187d6bab", "rotations": 0, "sessionUid": "Cl-QRjBXh9HN7iErIvlzufivHjwIwpNr14S0LTry9VJ"}', '\x713fdcf6f80de026494780d02c67ead669b34e0deb6a929b30d121943f88f780', '1c192efe-b36f-4108-9461-e36d187d6bab', '603f60e919de1d2406adee5a', NULL, '2026-11-28 07:22:26.796+00', '2026-11-28 07:22:26.743+00', '2026-12-28 07:22:26.796+00');
INSERT INTO public.provider_record VALUES ('\xa1cb33528639b418bf5c6754c0d5ed902d613b484830bea30985755dc8c55b1a', 'RefreshToken', '{"exp": 4949450546, "gty": "authorization_code refresh_token", "iat": 1795850546, "iiat": 1795850546, "kind": "RefreshToken", "scope": "offline_access org.permission.customer org.permission.apps", "grantId": "Ohdh1TJ3x71WpDYxMLB11ubj_1IPfgcjnFGq_NGBFQn", "authTime": 1795850546, "clientId": "603f60e919de1d2406adee5a", "resource": "http://127.0.0.1:20673", "accountId": "1c192efe-b36f-4108-9461-e36d187d6bab", "rotations": 1, "sessionUid": "Cl-QRjBXh9HN7iErIvlzufivHjwIwpNr14S0LTry9VJ"}', '\x713fdcf6f80de026494780d02c67ead669b34e0deb6a929b30d121943f88f780', '1c192efe-b36f-4108-9461-e36d187d6bab', '603f60e919de1d2406adee5a', NULL, '2026-11-28 07:22:26.817+00', '2026-11-28 07:22:26.797+00', '2026-12-28 07:22:26.817+00');
INSERT INTO public.provider_record VALUES ('\xabf0b72a05131c9afa96f35d3cf773c71dc8d0995be54425d967fd7fdb36044d', 'RefreshToken', '{"exp": 4949450546, "gty": "authorization_code refresh_token", "iat": 1795850546, "iiat": 1795850546, "kind": "RefreshToken", "scope": "offline_access org.permission.customer org.permission.apps", "grantId": "Ohdh1TJ3x71WpDYxMLB11ubj_1IPfgcjnFGq_NGBFQn", "authTime": 1795850546, "clientId": "603f60e919de1d2406adee5a", "resource": "http://127.0.0.1:20673", "accountId": "1c192efe-b36f-4108-9461-e36d187d6bab", "rotations": 2, "sessionUid": "Cl-QRjBXh9HN7iErIvlzufivHjwIwpNr14S0LTry9VJ"}', '\x713fdcf6f80de026494780d02c67ead669b34e0deb6a929b30d121943f88f780', '1c192efe-b36f-4108-9461-e36d187d6bab', '603f60e919de1d2406adee5a', NULL, NULL, '2026-11-28 07:22:26.818+00', '2126-11-04 07:22:26.816+00');
INSERT INTO public.provider_record VALUES ('\xf19446b9cde6cdc765fce76cd83f3a921c928ece2b2b7b6984a6aac08cc9b1a6', 'Grant', '{"exp": 4949450547, "iat": 1795850547, "kind": "Grant", "openid": {"scope": "offline_access"}, "clientId": "530f66b82aae257942f1002a", "accountId": "c147de03-3326-41bd-b745-264bddbd11e6", "resources": {"http://127.0.0.1:20673": "org.permission.customer org.permission.apps offline_access"}, "installedSince": 1795850546925}', '\xf19446b9cde6cdc765fce76cd83f3a921c928ece2b2b7b6984a6aac08cc9b1a6', 'c147de03-3326-41bd-b745-264bddbd11e6', '530f66b82aae257942f1002a', '88ad2bed239bb74721c0e797', NULL, '2026-11-28 07:22:27.078+00', '2126-11-04 07:22:27.079+00');
INSERT INTO public.provider_record VALUES ('\x6006c587aa6dcf9ba7662267cc5ec2b615f9c8a2551ef5b6ca17b62b09a1f500', 'AuthorizationCode', '{"exp": 1795850607, "iat": 1795850547, "kind": "AuthorizationCode", "scope": "offline_access org.permission.customer org.permission.apps", "grantId": "DhV6-tzB4BwnjU5U7gXaWEFwiRel8cgps40tiS5wCse", "authTime": 1795850547, "clientId": "530f66b82aae257942f1002a", "resource": "http://127.0.0.1:20673", "accountId": "c147de03-3326-41bd-b745-264bddbd11e6", "sessionUid": "adbmpniKuofL1bL9QhzttGhRmKRb_ZTFYLHbQ0jobTC", "redirectUri": "https://app.example.com/callback"}', '\xf19446b9cde6cdc765fce76cd83f3a921c928ece2b2b7b6984a6aac08cc9b1a6', 'c147de03-3326-41bd-b745-264bddbd11e6', '530f66b82aae257942f1002a', NULL, '2026-11-28 07:22:27.134+00', '2026-11-28 07:22:27.115+00', '2026-11-28 07:23:27.114+00');
INSERT INTO public.provider_record VALUES ('\xbfb0eac2c269e454f9869acab3f7a11b9577b88ee9669d26a13d89e71ca4d077', 'RefreshToken', '{"exp": 4949450547, "gty": "authorization_code", "iat": 1795850547, "iiat": 1795850547, "kind": "RefreshToken", "scope": "offline_access org.permission.customer org.permission.apps", "grantId": "DhV6-tzB4BwnjU5U7gXaWEFwiRel8cgps40tiS5wCse", "authTime": 1795850547, "clientId": "530f66b82aae257942f1002a", "resource": "http://127.0.0.1:20673", "accountId": "c147de03-3326-41bd-b745-264bddbd11e6", "rotations": 0, "sessionUid": "adbmpniKuofL1bL9QhzttGhRmKRb_ZTFYLHbQ0jobTC"}', '\xf19446b9cde6cdc765fce76cd83f3a921c928ece2b2b7b6984a6aac08cc9b1a6', 'c147de03-3326-41bd-b745-264bddbd11e6', '530f66b82aae257942f1002a', NULL, '2026-11-28 07:22:27.152+00', '2026-11-28 07:22:27.135+00', '2026-12-28 07:22:27.152+00');
INSERT INTO public.provider_record VALUES ('\x7532997786ce8542942e882b9bac5a8bd650aed42a8cf61a21764804e6f2bb84', 'RefreshToken', '{"exp": 4949450547, "gty": "authorization_code refresh_token", "iat": 1795850547, "iiat": 1795850547, "kind": "RefreshToken", "scope": "offline_access org.permission.customer org.permission.apps", "grantId": "DhV6-tzB4BwnjU5U7gXaWEFwiRel8cgps40tiS5wCse", "authTime": 1795850547, "clientId": "530f66b82aae257942f1002a", "resource": "http://127.0.0.1:20673", "accountId": "c147de03-3326-41bd-b745-264bddbd11e6", "rotations": 1, "sessionUid": "adbmpniKuofL1bL9QhzttGhRmKRb_ZTFYLHbQ0jobTC"}', '\xf19446b9cde6cdc765fce76cd83f3a921c928ece2b2b7b6984a6aac08cc9b1a6', 'c147de03-3326-41bd-b745-264bddbd11e6', '530f66b82aae257942f1002a', NULL, NULL, '2026-11-28 07:22:27.153+00', '2126-11-04 07:22:27.151+00');

INSERT INTO public.signing_key VALUES ('2NV7N02iIiED0EVucLnvknBUMbybf_uA_t-2kAgh_VM', 'ES256', '{"x": "fEIkz6T3K-39KY0x4t9BZmeXQEImN01gSRKoKI7f6Cs", "y": "36Hes8RcUScn89e9KRfKSpygmsRtZOUMR9Oq6pumC4k", "alg": "ES256", "crv": "P-256", "kid": "2NV7N02iIiED0EVucLnvknBUMbybf_uA_t-2kAgh_VM", "kty": "EC", "use": "sig"}', '\x36237186e27924f903ddaa8c0d5c18f9e54e95789fba8ff08fe5299bd5a8161652061db68fa76cae5b5650bcb169b6887c0dfa0fc92e5fa0226374082a7802345f8a2540345ca752b900f7c50c2541c96b46a5d3e10e78331553b368b05a92967159df2e99a70f6f2b41edcfd22d280173b142716853296014444692c29110ee96bae218ae2d0bb7a8c6af1d6768d508a6ccc79c4ddf02db14152b32ba8b115b1fc9ddd49efdbb11d428bf7838c61fdf8c86b21f97d53958b76cfdc01f63315ad6c790b6081efc36c3c8fb549e3681f274be6837051cd52f511eb99fbb4d70a95e668dc1f50313721097964999e561d540e638a1efb5ca2f033d34b4251237ee6ced3391f8dd1932ab788d6eadce86cbb818a53d04e1ecfc4103', '2026-11-28 07:22:22.929+00', '2026-11-28 07:22:22.929+00');

SELECT pg_catalog.setval('public.audit_event_id_seq', 6, true);

SELECT pg_catalog.setval('public.revocation_id_seq', 1, false);

ALTER TABLE ONLY public._prisma_migrations
    ADD CONSTRAINT _prisma_migrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_event
    ADD CONSTRAINT audit_event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.consent
    ADD CONSTRAINT consent_pkey PRIMARY KEY (account_id, client_id);

ALTER TABLE ONLY public.consent_request
    ADD CONSTRAINT consent_request_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.data_step
    ADD CONSTRAINT data_step_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.idempotent_answer
    ADD CONSTRAINT idempotent_answer_pkey PRIMARY KEY (organization_id, key);

ALTER TABLE ONLY public.organization_settings
    ADD CONSTRAINT organization_settings_pkey PRIMARY KEY (organization_id);

ALTER TABLE ONLY public.password_link
    ADD CONSTRAINT password_link_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY public.provider_record
    ADD CONSTRAINT provider_record_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY public.refused_request
    ADD CONSTRAINT refused_request_pkey PRIMARY KEY (client_id, endpoint, error, reason);

ALTER TABLE ONLY public.revocation
    ADD CONSTRAINT revocation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.signing_key
    ADD CONSTRAINT signing_key_pkey PRIMARY KEY (kid);

CREATE INDEX account_email_idx ON public.account USING btree (email);

CREATE UNIQUE INDEX account_organization_id_email_key ON public.account USING btree (organization_id, email);

CREATE UNIQUE INDEX account_upstream_issuer_upstream_subject_organization_id_key ON public.account USING btree (upstream_issuer, upstream_subject, organization_id);

CREATE INDEX audit_event_organization_id_action_id_idx ON public.audit_event USING btree (organization_id, action, id);

CREATE INDEX audit_event_organization_id_actor_id_id_idx ON public.audit_event USING btree (organization_id, actor_id, id);

CREATE INDEX audit_event_organization_id_id_idx ON public.audit_event USING btree (organization_id, id);

CREATE INDEX audit_event_organization_id_subject_id_idx ON public.audit_event USING btree (organization_id, subject, id);

CREATE UNIQUE INDEX consent_request_account_id_client_id_key ON public.consent_request USING btree (account_id, client_id);

CREATE INDEX consent_request_organization_id_state_id_idx ON public.consent_request USING btree (organization_id, state, id);

CREATE INDEX idempotent_answer_expires_at_idx ON public.idempotent_answer USING btree (expires_at);

CREATE UNIQUE INDEX password_link_account_id_key ON public.password_link USING btree (account_id);

CREATE INDEX provider_record_account_id_kind_idx ON public.provider_record USING btree (account_id, kind);

CREATE INDEX provider_record_client_id_organization_id_idx ON public.provider_record USING btree (client_id, organization_id);

CREATE INDEX provider_record_expires_at_idx ON public.provider_record USING btree (expires_at);

CREATE INDEX provider_record_grant_digest_created_at_idx ON public.provider_record USING btree (grant_digest, created_at);

CREATE INDEX refused_request_last_at_idx ON public.refused_request USING btree (last_at);

CREATE INDEX revocation_expires_at_idx ON public.revocation USING btree (expires_at);

CREATE UNIQUE INDEX revocation_kind_value_key ON public.revocation USING btree (kind, value);

CREATE INDEX signing_key_active_from_idx ON public.signing_key USING btree (active_from);

CREATE TRIGGER audit_event_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_event FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();

ALTER TABLE ONLY public.consent
    ADD CONSTRAINT consent_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY public.consent_request
    ADD CONSTRAINT consent_request_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.password_link
    ADD CONSTRAINT password_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON UPDATE CASCADE ON DELETE CASCADE;
