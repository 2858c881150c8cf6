// Generated from the OpenAPI document: npm run generate

export interface paths {
    "/oauth/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Start the authorization code flow (RFC 6749 section 4.1)
         * @description The app sends the browser of the user here. The user signs in and consents.
         */
        get: operations["authorize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a code or a refresh token (RFC 6749 sections 4.1.3 and 6)
         * @description A refresh returns a new refresh token. The one before is valid again only for a retry within seconds.
         */
        post: operations["exchange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token; a refresh token with its whole grant (RFC 7009)
         * @description The registry refuses the access tokens of a revoked grant within seconds.
         */
        post: operations["revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Introspect a token of the app (RFC 7662)
         * @description A token of another app is reported as inactive.
         */
        post: operations["introspect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/par": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Push an authorization request (RFC 9126)
         * @description Stores the parameters of the request, which then stay out of the browser.
         */
        post: operations["pushAuthorizationRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/jwks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The keys that verify access tokens (RFC 7517)
         * @description A key is published before tokens are signed with it, and while they are valid.
         */
        get: operations["publishedKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The authorization server metadata (RFC 8414)
         * @description The addresses of the endpoints and what they support.
         */
        get: operations["metadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The organization's users, by email address
         * @description Needs `org.admin.users`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user, or invite one
         * @description Without a password the user is invited: the answer has a link, valid for 72 hours, where the user sets one. Needs `org.admin.users`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The user who is signed in
         * @description Takes an access token of the console or the command line. API keys and access tokens of apps are refused (403). Needs any valid credential.
         */
        get: operations["readSignedInUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A user of the organization
         * @description Needs `org.admin.users`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        get: operations["readUser"];
        put?: never;
        post?: never;
        /**
         * Delete a user, and all that they have
         * @description Needs `org.admin.users`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change the roles of a user, or set a password
         * @description Nobody grants a role that they do not hold. A removed role ends the access tokens that have it. A new password ends all access. Needs `org.admin.users`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        patch: operations["changeUser"];
        trace?: never;
    };
    "/v1/users/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a user, which ends all access
         * @description Needs `org.admin.users`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        post: operations["disableUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a disabled user sign in again
         * @description Needs `org.admin.users`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        post: operations["enableUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}/end-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a user out of all browsers, the console and the command line
         * @description Needs `org.admin.users`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        post: operations["endSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}/reset-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link by which the user sets a password, once
         * @description It replaces the link before, and is valid for 24 hours, or for 72 hours where the user has not set a password yet. It ends earlier when the user's roles, password or state change, or its maker may no longer make it. Needs `org.admin.users`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        post: operations["createPasswordLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What users have granted to apps, by email address
         * @description Needs `org.admin.users`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        get: operations["listGrants"];
        put?: never;
        post?: never;
        /**
         * End all grants of a user, of an app, or of a user to an app
         * @description Needs `org.admin.users`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        delete: operations["endGrants"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/grants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a grant and its tokens
         * @description Needs `org.admin.users`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        delete: operations["endGrant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/consent-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What users ask administrators to allow
         * @description Needs `org.admin.users`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        get: operations["listConsentRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/consent-requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Answer a user's request
         * @description Decides what the administrator saw: an approval names the scopes. Where the request has others by now, the answer is 409 `request_changed`, whose `meta` has the `scopes` of the request, and which of them were `added` and `removed`. Needs `org.admin.users`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        patch: operations["decideConsentRequest"];
        trace?: never;
    };
    "/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The organization's settings
         * @description Needs `org.admin.users`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        get: operations["readOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the organization's settings
         * @description Needs `org.admin.users`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        patch: operations["changeOrganization"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description RFC 6749 section 5.2. */
        Error: {
            /** @description Stable and machine-readable. */
            error: string;
            /** @description The reason, for the developer of the app. */
            error_description?: string;
            /** @description The invalid scopes. */
            scope?: string;
            /** @description The `state` of the request. */
            state?: string;
        };
        /** @description RFC 6749 section 5.1. */
        Token: {
            /** @description A JWT (RFC 9068) for the registry. */
            access_token: string;
            /**
             * @description `DPoP` for a token that is bound to a key.
             * @enum {unknown}
             */
            token_type: "bearer" | "DPoP";
            /** @description How long the access token is valid, in seconds. */
            expires_in: number;
            /** @description Valid for one refresh. Only if `offline_access` was granted. */
            refresh_token?: string;
            /** @description All granted scopes. */
            scope: string;
        };
        /** @description RFC 7662 section 2.2. An inactive token has no other member. */
        Introspection: {
            /**
             * @description It is a valid token of the client.
             * @constant
             */
            active: true;
            /** @description The app that it was issued to. */
            client_id: string;
            /** @description The granted scopes. */
            scope: string;
            /**
             * @description Of access tokens.
             * @enum {unknown}
             */
            token_type?: "bearer" | "DPoP";
            /**
             * Format: uri
             * @description The issuer.
             */
            iss: string;
            /** @description The account. */
            sub: string;
            /** @description The audience. */
            aud?: string;
            /** @description Time of issue. In seconds since 1970. */
            iat?: number;
            /** @description Time of expiry. In seconds since 1970. */
            exp?: number;
            /** @description The id of the token. */
            jti?: string;
            /** @description The organization of the account. */
            org?: string;
            /** @description The grant. */
            gid?: string;
            /** @description The installation. */
            ins?: number;
            /** @description The version of the user's roles. */
            rver?: number;
            /** @description The key that it is bound to. */
            cnf?: {
                [key: string]: unknown;
            };
        } | {
            /**
             * @description It is not a valid token of the client.
             * @constant
             */
            active: false;
        };
        /** @description RFC 9126 section 2.2. */
        PushedRequest: {
            /** @description The reference to send to the authorization endpoint. */
            request_uri: string;
            /** @description How long the reference is valid, in seconds. */
            expires_in: number;
        };
        /** @description RFC 7517 section 5. */
        KeySet: {
            keys: {
                /** @description The type of key. */
                kty: string;
                /** @description The id of the key, in the header of tokens. */
                kid: string;
                /** @description The signature algorithm. */
                alg: string;
                /** @constant */
                use: "sig";
                /** @description The curve. */
                crv?: string;
                /** @description The x coordinate, or the key of an Edwards curve. */
                x?: string;
                /** @description The y coordinate. */
                y?: string;
            }[];
        };
        /** @description RFC 8414 section 2. */
        Metadata: {
            /**
             * Format: uri
             * @description The issuer of all tokens.
             */
            issuer: string;
            /**
             * Format: uri
             * @description Where the code flow starts.
             */
            authorization_endpoint: string;
            /**
             * Format: uri
             * @description Where codes and refresh tokens are exchanged.
             */
            token_endpoint: string;
            /**
             * Format: uri
             * @description RFC 7009.
             */
            revocation_endpoint: string;
            /**
             * Format: uri
             * @description RFC 7662.
             */
            introspection_endpoint: string;
            /**
             * Format: uri
             * @description RFC 9126.
             */
            pushed_authorization_request_endpoint: string;
            /**
             * Format: uri
             * @description The keys that verify access tokens.
             */
            jwks_uri: string;
            /** @description `code`. */
            response_types_supported: string[];
            /** @description `query`. */
            response_modes_supported: string[];
            /** @description The grant types of the token endpoint. */
            grant_types_supported: string[];
            /** @description `offline_access`. Every role is a scope too. */
            scopes_supported: string[];
            /** @description `S256`. */
            code_challenge_methods_supported: string[];
            /** @description How a client authenticates. */
            token_endpoint_auth_methods_supported: string[];
            /** @description RFC 9449. */
            dpop_signing_alg_values_supported: string[];
            /** @constant */
            authorization_response_iss_parameter_supported: true;
        };
        Problem: {
            /** @description The HTTP status of this problem. */
            status: number;
            /** @description Stable and machine-readable. */
            code: string;
            /** @description The same for every problem of this code. */
            title: string;
            /** @description What is wrong here, and what to do about it. */
            detail: string;
            /** @description Where in the request the problem lies. */
            source?: {
                /** @description JSON pointer into the body (RFC 6901). */
                pointer?: string;
                /** @description A parameter; for a duplicate the property of the definition. */
                parameter?: string;
                /** @description A header. */
                header?: string;
            };
            /** @description More about it, for programs. */
            meta?: {
                [key: string]: unknown;
            };
            links?: {
                /**
                 * Format: uri-reference
                 * @description The documentation of this code.
                 */
                about: string;
            };
        };
        Errors: {
            errors: components["schemas"]["Problem"][];
        };
        User: {
            /** @constant */
            type: "user";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /** @description The organization of the user. */
                organizationId: string;
                /** @description The email address: the domain in A-labels, the rest in NFC and lower case. */
                email: string;
                /** @description The roles that the user holds. */
                roles: string[];
                /**
                 * @description `invited`: no password has been set yet.
                 * @enum {unknown}
                 */
                status: "active" | "disabled" | "invited";
                /**
                 * @description Where the user signs in: here, or at the upstream provider.
                 * @enum {unknown}
                 */
                signIn: "password" | "upstream";
                /**
                 * Format: date-time
                 * @description When the user was created.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description When the user was disabled.
                 */
                disabledAt: string | null;
            };
        };
        UserAnswer: {
            data: components["schemas"]["User"];
        };
        UserPage: {
            data: components["schemas"]["User"][];
            meta: {
                page: {
                    /** @description The `page[after]` of the next page; null on the last. */
                    after: string | null;
                };
            };
        };
        CreatedUserAnswer: {
            data: components["schemas"]["User"];
            /** @description Only for an invited user. */
            meta?: {
                passwordLink?: components["schemas"]["PasswordLink"];
            };
        };
        /** @description A link by which the user sets a password, once. */
        PasswordLink: {
            /**
             * Format: uri
             * @description Where the user sets a password.
             */
            url: string;
            /**
             * Format: date-time
             * @description Until when.
             */
            expiresAt: string;
            /** @description Whether it was sent to the user. */
            mailed: boolean;
        };
        PasswordLinkAnswer: {
            data: components["schemas"]["PasswordLink"];
        };
        Grant: {
            /** @constant */
            type: "grant";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /** @description The user whose it is. */
                user: {
                    /** @description The id of the user. */
                    id: string;
                    /** @description The email address. */
                    email: string;
                };
                /** @description The app; null where it is no longer registered. */
                app: {
                    /** @description The name of the app. */
                    name: string;
                    /** @description Its title. */
                    title: string;
                } | null;
                /** @description The client id of the app. */
                clientId: string;
                /** @description What the app may do. */
                scopes: string[];
                /**
                 * Format: date-time
                 * @description When it was given.
                 */
                grantedAt: string;
                /**
                 * Format: date-time
                 * @description When tokens were last issued for it.
                 */
                lastUsedAt: string;
            };
        };
        GrantPage: {
            data: components["schemas"]["Grant"][];
            meta: {
                page: {
                    /** @description The `page[after]` of the next page; null on the last. */
                    after: string | null;
                };
            };
        };
        EndedGrants: {
            meta: {
                /** @description How many grants have ended. */
                ended: number;
            };
        };
        ConsentRequest: {
            /** @constant */
            type: "consent_request";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /** @description The user whose it is. */
                user: {
                    /** @description The id of the user. */
                    id: string;
                    /** @description The email address. */
                    email: string;
                };
                /** @description The app; null where it is no longer registered. */
                app: {
                    /** @description The name of the app. */
                    name: string;
                    /** @description Its title. */
                    title: string;
                } | null;
                /** @description The client id of the app. */
                clientId: string;
                /** @description What the app would be granted. */
                scopes: string[];
                /**
                 * @description Whether it is answered, and how.
                 * @enum {unknown}
                 */
                state: "pending" | "approved" | "denied";
                /**
                 * Format: date-time
                 * @description When the user asked.
                 */
                requestedAt: string;
                /**
                 * Format: date-time
                 * @description When it was answered.
                 */
                decidedAt: string | null;
            };
        };
        ConsentRequestAnswer: {
            data: components["schemas"]["ConsentRequest"];
        };
        ConsentRequestPage: {
            data: components["schemas"]["ConsentRequest"][];
            meta: {
                page: {
                    /** @description The `page[after]` of the next page; null on the last. */
                    after: string | null;
                };
            };
        };
        Organization: {
            /** @constant */
            type: "organization";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /**
                 * @description Who consents to an app: each `user`, or an `administrator`, whom users ask. What was granted before stays.
                 * @enum {unknown}
                 */
                consentPolicy: "user" | "administrator";
            };
        };
        OrganizationAnswer: {
            data: components["schemas"]["Organization"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    authorize: {
        parameters: {
            query: {
                /** @description The app's OAuth client id. */
                client_id: string;
                /** @description The type of the response. */
                response_type?: "code";
                /** @description One of the app's `redirectUris`, exactly. */
                redirect_uri?: string;
                /** @description Roles, and `offline_access` for a refresh token, separated by spaces. */
                scope?: string;
                /** @description At most 4,096 bytes. Returned unchanged with the response. */
                state?: string;
                /** @description Where the response is returned. */
                response_mode?: "query";
                /** @description For PKCE: required of an app without a secret. */
                code_challenge?: string;
                /** @description How the challenge is derived from the verifier. */
                code_challenge_method?: "S256";
                /** @description `login` and `consent` always show their page, `none` shows no page. `select_account` is the same as `login`. */
                prompt?: "login" | "select_account" | "consent" | "none";
                /** @description The user signs in again if the last sign-in was more seconds ago. */
                max_age?: string;
                /** @description The thumbprint of the key that the tokens are bound to. */
                dpop_jkt?: string;
                /** @description The registry's address. Access tokens have no other audience. */
                resource?: string;
                /** @description The reference that `/oauth/par` returned. Replaces all other parameters. */
                request_uri?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To a page for the user, or back to the app with a `code`, or with an `error` if the user is signed in or `prompt` is `none`. */
            303: {
                headers: {
                    /** @description The address to continue at. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "text/plain": string;
                };
            };
            /** @description An error: a page, or JSON on request. If the redirect URI is valid, the page has a link to the app with the error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "text/html": string;
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "text/html": string;
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "text/html": string;
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "text/html": string;
                };
            };
            /** @description The error, as a page or as JSON. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "text/html": string;
                };
            };
        };
    };
    exchange: {
        parameters: {
            query?: never;
            header?: {
                /** @description A proof of possession of the key that the tokens are bound to (RFC 9449). */
                DPoP?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * @description The type of the credential.
                     * @enum {string}
                     */
                    grant_type: "authorization_code" | "refresh_token";
                    /** @description The authorization code. */
                    code?: string;
                    /** @description One of the app's `redirectUris`, exactly. */
                    redirect_uri?: string;
                    /** @description For PKCE: the verifier of the challenge. */
                    code_verifier?: string;
                    /** @description The refresh token. */
                    refresh_token?: string;
                    /** @description Fewer scopes than were granted. */
                    scope?: string;
                    /**
                     * Format: uri
                     * @description The registry's address. Access tokens have no other audience.
                     */
                    resource?: string;
                    /**
                     * @description The app's OAuth client id.
                     * @example order_tracker
                     */
                    client_id?: string;
                    /** @description The app's client secret, if it has one. */
                    client_secret?: string;
                };
            };
        };
        responses: {
            /** @description The tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            /** @description Refused. `error` gives the reason. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The client was not authenticated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description An access or refresh token of the app. */
                    token: string;
                    /**
                     * @description The probable type of the token.
                     * @enum {string}
                     */
                    token_type_hint?: "access_token" | "refresh_token";
                    /**
                     * @description The app's OAuth client id.
                     * @example order_tracker
                     */
                    client_id?: string;
                    /** @description The app's client secret, if it has one. */
                    client_secret?: string;
                };
            };
        };
        responses: {
            /** @description The token is not valid, whether it was before or not. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused. `error` gives the reason. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The client was not authenticated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    introspect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description An access or refresh token of the app. */
                    token: string;
                    /**
                     * @description The probable type of the token.
                     * @enum {string}
                     */
                    token_type_hint?: "access_token" | "refresh_token";
                    /**
                     * @description The app's OAuth client id.
                     * @example order_tracker
                     */
                    client_id?: string;
                    /** @description The app's client secret, if it has one. */
                    client_secret?: string;
                };
            };
        };
        responses: {
            /** @description The state of the token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Introspection"];
                };
            };
            /** @description Refused. `error` gives the reason. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The client was not authenticated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    pushAuthorizationRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description A proof of possession of the key that the tokens are bound to (RFC 9449). */
                DPoP?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * @description The type of the response.
                     * @constant
                     */
                    response_type: "code";
                    /** @description One of the app's `redirectUris`, exactly. */
                    redirect_uri: string;
                    /**
                     * @description Roles, and `offline_access` for a refresh token, separated by spaces.
                     * @example org.permission.customer offline_access
                     * @example org.permission.apps
                     */
                    scope: string;
                    /** @description At most 4,096 bytes. Returned unchanged with the response. */
                    state?: string;
                    /**
                     * @description Where the response is returned.
                     * @constant
                     */
                    response_mode?: "query";
                    /** @description For PKCE: required of an app without a secret. */
                    code_challenge?: string;
                    /**
                     * @description How the challenge is derived from the verifier.
                     * @constant
                     */
                    code_challenge_method?: "S256";
                    /**
                     * @description `login` and `consent` always show their page, `none` shows no page. `select_account` is the same as `login`.
                     * @enum {string}
                     */
                    prompt?: "login" | "select_account" | "consent" | "none";
                    /** @description The user signs in again if the last sign-in was more seconds ago. */
                    max_age?: string;
                    /** @description The thumbprint of the key that the tokens are bound to. */
                    dpop_jkt?: string;
                    /**
                     * Format: uri
                     * @description The registry's address. Access tokens have no other audience.
                     */
                    resource?: string;
                    /**
                     * @description The app's OAuth client id.
                     * @example order_tracker
                     */
                    client_id?: string;
                    /** @description The app's client secret, if it has one. */
                    client_secret?: string;
                };
            };
        };
        responses: {
            /** @description The reference to the request. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushedRequest"];
                };
            };
            /** @description Refused. `error` gives the reason. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The client was not authenticated. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    publishedKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next key, the current one, and the last ones. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jwk-set+json": components["schemas"]["KeySet"];
                };
            };
            /** @description The keys have not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    metadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metadata"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description A part of the email address. */
                query?: string;
                /** @description The most entries to answer with, 1 to 100. */
                "page[size]"?: number;
                /** @description Where the page begins: `meta.page.after` of the page before. */
                "page[after]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            /** @description As it was when its `ETag`, sent as `If-None-Match`, came. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_parameter` (A parameter is not valid). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description No credential, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The credential does not hold the role that is needed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for a day, the same request with the same key is answered as the first time. 1 to 255 visible ASCII characters. Make it at random, such as a UUID: the answer is kept encrypted with it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An email address. The domain is stored in A-labels, the rest in NFC and lower case; invisible characters are refused. */
                    email: string;
                    /** @description The roles that the user holds. */
                    roles: string[];
                    /** @description At least 8 characters. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedUserAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_body` (The request body is not valid). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description No credential, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The credential does not hold the role that is needed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something that exists stands in the way; each problem says what. Codes: `duplicate` (Already registered), `signs_in_upstream` (Users have no password here). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The body is not JSON in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The request is understood and cannot be carried out. Codes: `idempotency_key_reused` (This idempotency key belongs to another request). */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    readSignedInUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            /** @description As it was when its `ETag`, sent as `If-None-Match`, came. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid: every problem at once, each with its place. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description No credential, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The credential does not hold the role that is needed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    readUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            /** @description As it was when its `ETag`, sent as `If-None-Match`, came. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid: every problem at once, each with its place. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description No credential, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The credential does not hold the role that is needed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description There is no such thing, or none that the organization can see. Codes: `not_found` (Not found). */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid: every problem at once, each with its place. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description No credential, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The credential does not hold the role that is needed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description There is no such thing, or none that the organization can see. Codes: `not_found` (Not found). */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something that exists stands in the way; each problem says what. Codes: `last_administrator` (An organization needs an administrator). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    changeUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The roles that the user holds. */
                    roles?: string[];
                    /** @description At least 8 characters. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_body` (The request body is not valid). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description No credential, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The credential does not hold the role that is needed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description There is no such thing, or none that the organization can see. Codes: `not_found` (Not found). */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something that exists stands in the way; each problem says what. Codes: `last_administrator` (An organization needs an administrator), `signs_in_upstream` (Users have no password here). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The body is not JSON in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    disableUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for a day, the same request with the same key is answered as the first time. 1 to 255 visible ASCII characters. Make it at random, such as a UUID: the answer is kept encrypted with it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description No credential, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The credential does not hold the role that is needed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description There is no such thing, or none that the organization can see. Codes: `not_found` (Not found). */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something that exists stands in the way; each problem says what. Codes: `last_administrator` (An organization needs an administrator). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The request is understood and cannot be carried out. Codes: `idempotency_key_reused` (This idempotency key belongs to another request). */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    enableUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for a day, the same request with the same key is answered as the first time. 1 to 255 visible ASCII characters. Make it at random, such as a UUID: the answer is kept encrypted with it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description No credential, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The credential does not hold the role that is needed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description There is no such thing, or none that the organization can see. Codes: `not_found` (Not found). */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The request is understood and cannot be carried out. Codes: `idempotency_key_reused` (This idempotency key belongs to another request). */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    endSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for a day, the same request with the same key is answered as the first time. 1 to 255 visible ASCII characters. Make it at random, such as a UUID: the answer is kept encrypted with it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description No credential, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The credential does not hold the role that is needed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description There is no such thing, or none that the organization can see. Codes: `not_found` (Not found). */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The request is understood and cannot be carried out. Codes: `idempotency_key_reused` (This idempotency key belongs to another request). */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    createPasswordLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for a day, the same request with the same key is answered as the first time. 1 to 255 visible ASCII characters. Make it at random, such as a UUID: the answer is kept encrypted with it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordLinkAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description No credential, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The credential does not hold the role that is needed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description There is no such thing, or none that the organization can see. Codes: `not_found` (Not found). */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something that exists stands in the way; each problem says what. Codes: `signs_in_upstream` (Users have no password here). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The request is understood and cannot be carried out. Codes: `idempotency_key_reused` (This idempotency key belongs to another request). */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listGrants: {
        parameters: {
            query?: {
                /** @description The id of a user. */
                user?: string;
                /** @description The name of an app, with or without the organization's suffix. */
                app?: string;
                /** @description The client id of an app, which is exact where a name means two apps. */
                client?: string;
                /** @description `app`: only grants to apps. `first_party`: only those to `console` and `cli`, one for each sign-in. */
                kind?: "app" | "first_party";
                /** @description The most entries to answer with, 1 to 100. */
                "page[size]"?: number;
                /** @description Where the page begins: `meta.page.after` of the page before. */
                "page[after]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantPage"];
                };
            };
            /** @description As it was when its `ETag`, sent as `If-None-Match`, came. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_parameter` (A parameter is not valid). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description No credential, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The credential does not hold the role that is needed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description There is no such thing, or none that the organization can see. Codes: `not_found` (Not found). */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something that exists stands in the way; each problem says what. Codes: `ambiguous_app` (The name means more than one app). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    endGrants: {
        parameters: {
            query?: {
                /** @description The id of a user. */
                user?: string;
                /** @description The name of an app, with or without the organization's suffix. */
                app?: string;
                /** @description The client id of an app, which is exact where a name means two apps. */
                client?: string;
                /** @description `app`: only grants to apps. `first_party`: only those to `console` and `cli`, one for each sign-in. */
                kind?: "app" | "first_party";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedGrants"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_parameter` (A parameter is not valid). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description No credential, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The credential does not hold the role that is needed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description There is no such thing, or none that the organization can see. Codes: `not_found` (Not found). */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something that exists stands in the way; each problem says what. Codes: `ambiguous_app` (The name means more than one app). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    endGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The grant's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid: every problem at once, each with its place. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description No credential, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The credential does not hold the role that is needed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description There is no such thing, or none that the organization can see. Codes: `not_found` (Not found). */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listConsentRequests: {
        parameters: {
            query?: {
                /** @description Of the requests. */
                state?: "pending" | "approved" | "denied";
                /** @description The most entries to answer with, 1 to 100. */
                "page[size]"?: number;
                /** @description Where the page begins: `meta.page.after` of the page before. */
                "page[after]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsentRequestPage"];
                };
            };
            /** @description As it was when its `ETag`, sent as `If-None-Match`, came. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_parameter` (A parameter is not valid). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description No credential, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The credential does not hold the role that is needed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    decideConsentRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The request's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whether the app is allowed.
                     * @enum {unknown}
                     */
                    decision: "approved" | "denied";
                    /** @description The scopes of the request, as it was listed. Required for `approved`. The decision is refused where the user has asked for others meanwhile. */
                    scopes?: string[];
                };
            };
        };
        responses: {
            /** @description Answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsentRequestAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_body` (The request body is not valid). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description No credential, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The credential does not hold the role that is needed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description There is no such thing, or none that the organization can see. Codes: `not_found` (Not found). */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something that exists stands in the way; each problem says what. Codes: `already_decided` (The request was answered before), `request_changed` (The request has changed since it was read). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The body is not JSON in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    readOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAnswer"];
                };
            };
            /** @description As it was when its `ETag`, sent as `If-None-Match`, came. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid: every problem at once, each with its place. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description No credential, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The credential does not hold the role that is needed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    changeOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Who consents to an app: each `user`, or an `administrator`, whom users ask. What was granted before stays.
                     * @enum {unknown}
                     */
                    consentPolicy: "user" | "administrator";
                };
            };
        };
        responses: {
            /** @description Changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_body` (The request body is not valid). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description No credential, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The credential does not hold the role that is needed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The body is not JSON in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Too many requests: try again after `Retry-After` seconds. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
}
