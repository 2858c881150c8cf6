// Generated from the OpenAPI document: npm run generate

export interface paths {
    "/v1/apps/available": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The app directory: the organization's private apps and all public ones
         * @description Needs `org.admin.apps` or `org.permission.apps`.
         */
        get: operations["listApps"];
        put?: never;
        /**
         * Register an app, or a new version of it
         * @description Needs `org.admin.apps`.
         */
        post: operations["registerApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/available/{appVersion}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A version of an app, with its whole definition
         * @description The name alone answers with the current version. Needs `org.admin.apps` or `org.permission.apps`.
         */
        get: operations["readApp"];
        put?: never;
        /**
         * Change fields that describe a version, without a new version
         * @description Needs `org.admin.apps`.
         */
        post: operations["updateAppByPost"];
        /**
         * Remove a version for ever
         * @description Within 72 hours of its registration, while nobody has it installed. Its number cannot be registered again. An app goes with its last version; registered again under a higher number, it has the same client id, secrets and identifier. A blocked app keeps its versions. Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli is accepted.
         */
        delete: operations["unpublishVersion"];
        options?: never;
        head?: never;
        /**
         * Change fields that describe a version, without a new version
         * @description Needs `org.admin.apps`.
         */
        patch: operations["updateApp"];
        trace?: never;
    };
    "/v1/apps/available/{app}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a client secret, in place of the one before
         * @description The secret is in this answer and nowhere else; only its digest is kept. At most 20 secrets of an app are valid at once. Needs `org.admin.apps` and `org.permission.apps`. An access token of an app is refused (403); one of console or cli is accepted.
         */
        post: operations["generateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/available/{app}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The client secrets of an own app that are valid
         * @description When each was generated, and when it ends. The secrets themselves are not kept. Needs `org.admin.apps`.
         */
        get: operations["listSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/available/{appVersion}/deprecation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advise against a version
         * @description It can be installed still, with a warning. A second call replaces the message. Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli is accepted.
         */
        post: operations["deprecateVersion"];
        /**
         * Stop advising against a version
         * @description Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli is accepted.
         */
        delete: operations["endDeprecation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/available/{appVersion}/yank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse new installations of a version
         * @description Organizations that have it installed keep it. Where it was the current version, the highest of the others becomes that. `meta` names who depends on it. Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli is accepted.
         */
        post: operations["yankVersion"];
        /**
         * Allow new installations of a version again
         * @description Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli is accepted.
         */
        delete: operations["endYank"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/available/{appVersion}/icon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The icon of an app, where its definition holds it as a `data:` URL
         * @description Needs no credential, so that pages can show it. Needs no credential.
         */
        get: operations["readAppIcon"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/available/{name}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An app's versions, the highest first
         * @description A page ends early where the definitions in it come to 4 MiB: it may hold fewer versions than `page[size]`, one at least, and `meta.page.after` leads on. Needs `org.admin.apps` or `org.permission.apps`.
         */
        get: operations["listVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/available/{name}/installations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many organizations have each version of an own app installed
         * @description Needs `org.admin.apps` or `org.permission.apps`.
         */
        get: operations["countInstallations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/available/{name}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What differs between two versions of an app, component by component
         * @description Needs `org.admin.apps` or `org.permission.apps`.
         */
        get: operations["compareVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a definition without registering it
         * @description Runs the registration itself and undoes it. Answers with every error and warning, the findings of the linter, and the version that the changes require. `Accept: application/sarif+json` answers SARIF 2.1.0. Needs `org.admin.apps`.
         */
        post: operations["validateApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The organization's drafts, without those that have expired
         * @description Needs `org.admin.apps` or `org.permission.apps`.
         */
        get: operations["listDrafts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/drafts/{app}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The organization's draft of an app
         * @description Needs `org.admin.apps` or `org.permission.apps`.
         */
        get: operations["readDraft"];
        /**
         * Replace the organization's draft of an app
         * @description A draft is installed with `{"app": name, "draft": true}`, in its own organization alone. It expires after 7 days. Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli is accepted.
         */
        put: operations["putDraft"];
        post?: never;
        /**
         * Remove a draft
         * @description Where it is installed, it stays so. Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli is accepted.
         */
        delete: operations["removeDraft"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What installing, upgrading or uninstalling an app would do here
         * @description The plan is kept for a day. With its id an installation or uninstallation is refused (409 `plan_outdated`) where it would do something else by then. Needs `org.admin.apps`.
         */
        post: operations["planChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Why an authorization or token request of an own app fails
         * @description Takes the address of an authorization request, or the fields of a token request without its secrets. Needs `org.admin.apps`.
         */
        post: operations["diagnose"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/available/{name}/refused-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why authorization and token requests of an own app were refused lately
         * @description Of the last two weeks, one entry for each reason. `POST /v1/apps/doctor` takes the `request` of an entry. Needs `org.admin.apps`.
         */
        get: operations["listRefusedRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/installed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The apps that the organization has installed
         * @description Needs `org.admin.apps` or `org.permission.apps`.
         */
        get: operations["listInstalledApps"];
        put?: never;
        /**
         * Install an app, or change its installed version
         * @description Answers 201 for a new installation, and 200 where the app was installed before. Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli is accepted.
         */
        post: operations["installApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/installed/{name}": {
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
         * Uninstall an app
         * @description Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli is accepted.
         */
        delete: operations["uninstallApp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/installed/{name}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo an uninstallation, within 30 days
         * @description Brings back the version and the allowed roles. Grants and tokens from before stay ended. Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli is accepted.
         */
        post: operations["restoreApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/installed/{name}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return to the version that was installed before
         * @description A second rollback undoes the first. Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli is accepted.
         */
        post: operations["rollbackApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/installed/{name}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide which roles an installed app may have
         * @description Roles that an upgrade asks for wait for this decision. Grants keep the scopes that users gave. Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        post: operations["decideRoles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/installation-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The open requests of users for apps
         * @description With the role org.admin.apps those of the organization, otherwise those of the user, who has signed in to the console or the command line. Needs `org.admin.apps` or `org.permission.apps`.
         */
        get: operations["listInstallationRequests"];
        put?: never;
        /**
         * Ask the administrators to install an app
         * @description Takes an access token of the console or the command line, which names the user. The installation of the app ends the request. Needs `org.admin.apps` or `org.permission.apps`. An access token of an app is refused (403); one of console or cli is accepted.
         */
        post: operations["askForApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/installation-requests/{id}": {
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
         * Dismiss or withdraw a request
         * @description An administrator dismisses any request; a user withdraws an own one. Needs `org.admin.apps` or `org.permission.apps`. An access token of an app is refused (403); one of console or cli is accepted.
         */
        delete: operations["closeInstallationRequest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The custom attributes of all standard Klasses
         * @description Covers the app versions that the organization registered or installed, as far as they come to 16 MiB. Needs `org.admin.apps` or `org.permission.apps`.
         */
        get: operations["listAttributes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/metadata/{klass}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The custom attributes of one standard Klass
         * @description Needs `org.admin.apps` or `org.permission.apps`.
         */
        get: operations["listAttributesOfKlass"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The custom attributes with their settings, data types and apps
         * @description Those of `GET /v1/apps/metadata`. Needs `org.admin.apps` or `org.permission.apps`.
         */
        get: operations["listAttributeDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/metadata/{klass}/{attribute}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One custom attribute with its settings
         * @description Needs `org.admin.apps` or `org.permission.apps`.
         */
        get: operations["readAttribute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change how an attribute appears, or whether it is active
         * @description For the organization of the credential. The change stays through an uninstallation of the app. Needs `org.admin.apps`.
         */
        patch: operations["changeAttribute"];
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The credential that is calling, its organization and its roles
         * @description Needs any valid credential.
         */
        get: operations["whoAmI"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The organization's API keys, revoked ones among them
         * @description Needs `org.admin.api_keys`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The key is in this answer and nowhere else; only its digest is kept. Needs `org.admin.api_keys`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}": {
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
         * Revoke an API key at once
         * @description Needs `org.admin.api_keys`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who did what in the organization, the latest first
         * @description Needs `org.admin.audit`.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The organization's webhooks, and those that the current versions of its apps declare
         * @description Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Send events to an address
         * @description It hears what happens to the apps of the organization, and to its installations. The secret that signs deliveries is in this answer and nowhere else. Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One webhook
         * @description Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        get: operations["readWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook, with its deliveries
         * @description Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook, deactivate it or activate it again
         * @description Of a webhook that a definition declares, `active` alone can be changed. Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a secret, in place of the one before
         * @description The secret is in this answer and nowhere else. Needs `org.admin.apps` and `org.permission.apps`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        post: operations["generateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent to a webhook in the last 30 days, with each attempt
         * @description Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the event of a delivery again
         * @description The new delivery has the same `webhook-id`. Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        post: operations["redeliverWebhookEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event `webhook.test`, once
         * @description Needs `org.admin.apps`. An access token of an app is refused (403); one of console or cli needs a sign-in at most 600 seconds old (401 with the code `insufficient_user_authentication`).
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * App definition
         * @description What an app is, what it adds to the product and how the app directory lists it. Registering it makes a version of the app available for installation.
         */
        AppDefinition: {
            /**
             * @description Address of this schema, so that an editor completes the definition.
             * @example /v1/apps/definition-schema.json
             */
            $schema?: string;
            /**
             * @description Primary id of the app: letters, digits and underscores, at most 128 characters, globally unique. A private app is registered as this value followed by `_` and the id of the organization.
             * @example order_tracker
             */
            app: string;
            /**
             * @description Semantic version (semver.org) of this definition. It must be greater than every version of the app that is registered already.
             * @example 0.0.1
             * @example 1.4.0
             * @example 2.0.0-beta.1
             */
            version: string;
            /**
             * @description Display name of the app, shown in the app directory, the UI and the OAuth authorization screen. Required on the first version of an app; a later version that omits it keeps the last one.
             * @example Order tracker
             */
            title?: string;
            /**
             * @description Who may install the app: `private` only the organization that registers it, `public` every organization. When omitted, the app keeps its visibility; a new app becomes public.
             * @example private
             * @enum {string}
             */
            visibility?: "private" | "public";
            /**
             * @description Custom identifier of the app, 2 to 8 letters and digits. It namespaces the app's custom attributes. Generated when omitted, and the same on every later version.
             * @example ordtrk
             */
            identifier?: string;
            /**
             * @description Apps that must be installed for this one to work, each as `<app_name>-<range>` with a semantic version range. A caret range such as `^1.4.0` is recommended as the minimum; an exact version may prevent installation.
             * @example [
             *       "messaging_core-^1.4.0"
             *     ]
             */
            dependencies?: string[];
            /**
             * @description URL of the logo of the app: a PNG of at least 1200 x 1200 pixels. At most 8192 characters, or 65536 for an image in a `data:` URL.
             * @example https://cdn.example.com/order-tracker/icon.png
             */
            iconUrl?: string;
            /**
             * @description What the app does, in Markdown, for the app directory. A newline is written as an escaped newline. At most 32768 characters.
             * @example Shows the orders of a customer.
             *
             *     - Status
             *     - Delivery date
             */
            description?: string;
            /**
             * @description Name of the vendor of the app.
             * @example Example Labs
             */
            vendor?: string;
            /**
             * @description URL of the website of the app.
             * @example https://labs.example.com/order-tracker
             */
            website?: string;
            /** @description Screenshots shown in the app directory. */
            screenshots?: string[];
            /**
             * @description How to set the app up, for the person who installs it.
             * @example Enter the API key of your shop on the settings page.
             */
            instructions?: string;
            /**
             * @description URL of the release notes of the app.
             * @example https://labs.example.com/order-tracker/releases
             */
            releaseNotesUrl?: string;
            /**
             * @description Message that a user sees after installing the app.
             * @example Order tracker is ready. Open a customer to see their orders.
             */
            postInstallMessage?: string;
            /** @description Who makes the app, what it connects to, and where its documentation is. */
            appDetails?: {
                /** @description The developer of the app, as a link in the app directory. */
                appDeveloper?: {
                    /**
                     * @description Name of the developer, the title of the link. At most 256 characters.
                     * @example Example Labs
                     */
                    name?: string;
                    /**
                     * @description URL of the website of the developer.
                     * @example https://labs.example.com
                     */
                    website?: string;
                    /**
                     * @description Address at which the developer supports users of the app.
                     * @example support@labs.example.com
                     */
                    supportEmail?: string;
                } & {
                    [key: string]: unknown;
                };
                /** @description The product that the app connects to, as a link in the app directory. */
                externalPlatform?: {
                    /**
                     * @description Name of the external product, the title of the link.
                     * @example Example Shop
                     */
                    name?: string;
                    /**
                     * @description URL of the website of the external product.
                     * @example https://shop.example.com
                     */
                    website?: string;
                } & {
                    [key: string]: unknown;
                };
                /** @description Links to the documentation of the app. */
                documentationLinks?: ({
                    /**
                     * @description Title of the link.
                     * @example Getting started
                     */
                    title?: string;
                    /**
                     * @description URL that the link leads to.
                     * @example https://labs.example.com/docs/getting-started
                     */
                    url?: string;
                } & {
                    [key: string]: unknown;
                })[];
            } & {
                [key: string]: unknown;
            };
            /**
             * @description One or more categories under which the app directory lists the app.
             * @example [
             *       "ecommerce"
             *     ]
             */
            tags?: ("ai" | "analytics" | "csat" | "ecommerce" | "messaging")[];
            /**
             * @description Release notes by app version. When it is given, the version of this definition must be one of its keys.
             * @example {
             *       "0.0.1": "{{2024-01-31}} First release."
             *     }
             */
            changelog?: {
                [key: string]: string;
            };
            /**
             * @description Where the OAuth provider may send the browser with an authorization code. The `redirect_uri` of a request must be one of these, exactly.
             * @example [
             *       "https://apps.example.com/oauth/callback"
             *     ]
             */
            redirectUris?: string[];
            /** @description How the app authenticates. Its content is kept and returned as it is. */
            auth?: {
                [key: string]: unknown;
            };
            /**
             * @description The most that the app may ask for. A version that omits it keeps the last value; without any the app is not limited. `org` stands for all roles.
             * @example [
             *       "org.permission.customer",
             *       "org.permission.conversation"
             *     ]
             */
            roles?: string[];
            /** @description Klass definitions. With `metadata.standard: true` an element adds custom attributes to a standard Klass; without it, it defines a custom object (KObject). */
            klasses?: ({
                /**
                 * @description Name of the Klass. For custom attributes one of `company`, `conversation`, `customer`, `message`, `user`.
                 * @example company
                 * @example conversation
                 * @example customer
                 * @example message
                 * @example user
                 */
                name: string;
                /** @description Whether the Klass is a standard one, and its properties. */
                metadata?: {
                    /**
                     * @description Must be true to add attributes to a standard Klass. When it is missing or false, the element defines a custom object of that name instead.
                     * @example true
                     */
                    standard?: boolean;
                    /** @description Properties by name: custom attributes of a standard Klass, or the properties of a custom object. */
                    properties?: unknown;
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            })[];
            /** @description Klass views: how the product shows objects and what the app adds to its pages. */
            kviews?: ({
                /**
                 * @description Name of the view, unique in the app.
                 * @example order-tracker-order-card
                 */
                name?: string;
                /**
                 * @description Markup template that the view renders.
                 * @example <div><h3>{{object.title}}</h3></div>
                 */
                template?: string;
                /**
                 * @description Where in the product the view appears.
                 * @example expanded-timeline
                 */
                context?: string;
                /**
                 * @description The kind of object that the view shows.
                 * @example customer
                 */
                resource?: string;
                /** @description How the view presents itself. */
                meta?: {
                    /**
                     * @description Heading of the view.
                     * @example Orders
                     */
                    displayName?: string;
                    /**
                     * @description Name of the icon beside the heading.
                     * @example cart
                     */
                    icon?: string;
                    /**
                     * @description State in which the view starts.
                     * @example open
                     */
                    state?: string;
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            })[];
            /** @description Canned responses that team members insert into a conversation. */
            shortcuts?: ({
                /**
                 * @description Name under which team members find the response.
                 * @example Where is my order?
                 */
                name?: string;
                /** @description The message that the response drafts. */
                draft?: {
                    /**
                     * @description The message as plain text.
                     * @example Your order is on its way.
                     */
                    text?: string;
                    /**
                     * @description The message as a template.
                     * @example Hello {{customer.name}}, your order is on its way.
                     */
                    template?: string;
                } & {
                    [key: string]: unknown;
                };
                /** @description Any data that goes with the response. */
                payload?: unknown;
                /** @description Teams that may use the response. */
                accessTeams?: string[];
                /** @description Users who may use the response. */
                accessUsers?: string[];
                /** @description What the response does to the conversation, besides drafting a message. */
                conversation?: unknown;
            } & {
                [key: string]: unknown;
            })[];
            /**
             * @description Data that a voice app subscribes to, together with `meta.externalQueue`. `click-to-dial` shows a click-to-dial option to voice-channel team members of the queue, `status-sync` syncs changes of their agent status.
             * @example [
             *       "click-to-dial",
             *       "status-sync"
             *     ]
             */
            dataSubscriptions?: ("click-to-dial" | "status-sync")[];
            /** @description Metadata of the app. Other keys may stand beside the known ones. */
            meta?: {
                /**
                 * @description External queue name of a voice app. It assigns voice-channel teams to that queue and keeps the app's voice calls from being routed to other teams. The queue is an option in the routing profile of the voice-channel team.
                 * @example Example Voice
                 */
                externalQueue?: string;
                /**
                 * @description Lint rules that do not hold for this app, by name, each with the reason. The reason has at most 500 characters. Errors cannot be excused.
                 * @example {
                 *       "unused-setting": "Our server reads the setting."
                 *     }
                 */
                lint?: {
                    [key: string]: string;
                };
            } & {
                [key: string]: unknown;
            };
            /** @description Workflow actions that the app provides. */
            actions?: ({
                /**
                 * @description Name of the action, by which a step of a workflow refers to it.
                 * @example find_order
                 */
                name?: string;
                /**
                 * @description What the action does.
                 * @example Finds an order by its number.
                 */
                description?: string;
                /**
                 * @description Kind of the action.
                 * @example rest_json
                 */
                type?: string;
                /**
                 * @description What the action sends, with template expressions over its input.
                 * @example {
                 *       "method": "GET",
                 *       "uri": "https://api.example.com/orders/{{{number}}}"
                 *     }
                 */
                inputTemplate?: unknown;
                /**
                 * @description JSON Schema of what the action takes.
                 * @example {
                 *       "type": "object",
                 *       "properties": {
                 *         "number": {
                 *           "type": "string"
                 *         }
                 *       }
                 *     }
                 */
                inputSchema?: {
                    [key: string]: unknown;
                };
                /**
                 * @description What the action returns, with template expressions over what it received.
                 * @example {
                 *       "status": "{{{body.status}}}"
                 *     }
                 */
                outputTemplate?: unknown;
                /**
                 * @description JSON Schema of what the action returns.
                 * @example {
                 *       "type": "object",
                 *       "properties": {
                 *         "status": {
                 *           "type": "string"
                 *         }
                 *       }
                 *     }
                 */
                outputSchema?: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            })[];
            /** @description Events of the app that can start a workflow. */
            triggers?: ({
                /**
                 * @description Name of the event.
                 * @example order_tracker.order_shipped
                 */
                eventName?: string;
                /**
                 * @description When the event occurs.
                 * @example An order has left the warehouse.
                 */
                description?: string;
                /**
                 * @description What the event hands to a workflow, with template expressions.
                 * @example {
                 *       "number": "{{{body.number}}}"
                 *     }
                 */
                outputTemplate?: unknown;
                /**
                 * @description JSON Schema of what the event hands to a workflow.
                 * @example {
                 *       "type": "object",
                 *       "properties": {
                 *         "number": {
                 *           "type": "string"
                 *         }
                 *       }
                 *     }
                 */
                outputSchema?: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            })[];
            /** @description Workflows that come with the app. */
            workflows?: ({
                /**
                 * @description Name of the workflow.
                 * @example Tell the customer that an order was shipped
                 */
                name?: string;
                /**
                 * @description What the workflow does.
                 * @example Looks the order up and messages the customer.
                 */
                description?: string;
                /**
                 * @description What starts the workflow: the name of an event, or an object that holds it.
                 * @example {
                 *       "eventName": "order_tracker.order_shipped"
                 *     }
                 */
                trigger?: {
                    [key: string]: unknown;
                } | string;
                /**
                 * @description The steps of the workflow, in order or by name.
                 * @example [
                 *       {
                 *         "action": "find_order"
                 *       }
                 *     ]
                 */
                steps?: ({
                    /**
                     * @description Name of the action that the step runs: one of `actions`, alone, after the app and a dot, or after `kustomer.app.<app>.`; or a dotted name of the platform.
                     * @example find_order
                     * @example order_tracker.find_order
                     * @example kustomer.app.order_tracker.find_order
                     */
                    action?: unknown;
                } & {
                    [key: string]: unknown;
                })[] | {
                    [key: string]: {
                        /**
                         * @description Name of the action that the step runs: one of `actions`, alone, after the app and a dot, or after `kustomer.app.<app>.`; or a dotted name of the platform.
                         * @example find_order
                         * @example order_tracker.find_order
                         * @example kustomer.app.order_tracker.find_order
                         */
                        action?: unknown;
                    } & {
                        [key: string]: unknown;
                    };
                };
            } & {
                [key: string]: unknown;
            })[];
            /** @description Commands: requests that the product makes to the app for a user or a view. */
            commands?: ({
                /**
                 * @description Name of the command, by which it is run.
                 * @example refund_order
                 */
                name?: string;
                /**
                 * @description How the command appears in the product.
                 * @example Refund order
                 */
                displayName?: string;
                /**
                 * @description URL that the command calls. It may hold template expressions, or be a path on the host of the app.
                 * @example https://api.example.com/refunds
                 * @example /refunds
                 */
                url?: string;
                /**
                 * @description HTTP method of the call.
                 * @example GET
                 * @example POST
                 * @example PUT
                 * @example PATCH
                 * @example DELETE
                 */
                httpMethod?: string;
                /**
                 * @description Arguments that a caller may pass to the command.
                 * @example [
                 *       "orderNumber",
                 *       "reason"
                 *     ]
                 */
                permittedArgs?: unknown[] | {
                    [key: string]: unknown;
                };
                /**
                 * @description Settings of the app that the call is given, declared in `settings`: by category and name, by a name of the call with the key `<app>.<category>.<name>`, or as an array of `<category>.<name>`.
                 * @example {
                 *       "authentication": {
                 *         "apiKey": true
                 *       }
                 *     }
                 * @example {
                 *       "token": {
                 *         "key": "order_tracker.authentication.apiKey"
                 *       }
                 *     }
                 * @example [
                 *       "authentication.apiKey"
                 *     ]
                 */
                appSettings?: unknown[] | {
                    [key: string]: unknown;
                };
                /**
                 * @description JSON Schema of what the command takes.
                 * @example {
                 *       "type": "object",
                 *       "properties": {
                 *         "orderNumber": {
                 *           "type": "string"
                 *         }
                 *       }
                 *     }
                 */
                inputSchema?: {
                    [key: string]: unknown;
                };
                /**
                 * @description JSON Schema of what the command returns.
                 * @example {
                 *       "type": "object",
                 *       "properties": {
                 *         "refunded": {
                 *           "type": "boolean"
                 *         }
                 *       }
                 *     }
                 */
                outputSchema?: {
                    [key: string]: unknown;
                };
                /**
                 * @description How many seconds an answer may be served again without a new call.
                 * @example 60
                 */
                cacheSeconds?: number;
            } & {
                [key: string]: unknown;
            })[];
            /** @description Inbound webhooks: addresses at which the product receives events for the app. */
            hooks?: ({
                /**
                 * @description Name of the event that a received request raises.
                 * @example order_tracker.order_shipped
                 */
                eventName?: string;
                /**
                 * @description How the event appears in the product.
                 * @example Order shipped
                 */
                displayEventName?: string;
                /**
                 * @description When the webhook is called.
                 * @example The shop calls it when an order leaves the warehouse.
                 */
                description?: string;
                /**
                 * @description What the webhook receives: a form, a web request or an e-mail.
                 * @enum {string}
                 */
                type?: "form" | "web" | "email";
            } & {
                [key: string]: unknown;
            })[];
            /** @description Outbound webhooks: requests that the product makes to the app when events occur. */
            outboundWebhooks?: ({
                /**
                 * @description Name of the webhook.
                 * @example customer-updates
                 */
                name?: string;
                /**
                 * @description URL that receives the events. It may hold template expressions.
                 * @example https://api.example.com/webhooks/customers
                 */
                url?: string;
                /**
                 * @description Events that the webhook is called for.
                 * @example [
                 *       "customer.update"
                 *     ]
                 */
                events?: string[];
                /**
                 * @description Headers of the request: by name, or as a list of names and values.
                 * @example {
                 *       "x-api-key": "{{settings.authentication.apiKey}}"
                 *     }
                 * @example [
                 *       {
                 *         "name": "x-origin",
                 *         "value": "order-tracker"
                 *       }
                 *     ]
                 */
                headers?: {
                    [key: string]: string;
                } | ({
                    /**
                     * @description Name of the header.
                     * @example x-origin
                     */
                    name?: string;
                    /**
                     * @description Value of the header.
                     * @example order-tracker
                     */
                    value?: string;
                } & {
                    [key: string]: unknown;
                })[];
            } & {
                [key: string]: unknown;
            })[];
            /**
             * @description Where the registry sends what happens to the app, in every organization: those of the current version. An address keeps its secret for as long as versions declare it; `POST /v1/webhooks/{id}/secret` generates one.
             * @example [
             *       {
             *         "url": "https://apps.example.com/events",
             *         "events": [
             *           "app.installed"
             *         ]
             *       }
             *     ]
             */
            lifecycleWebhooks?: {
                /**
                 * @description An `https` address on port 443, without user information or fragment. A development platform also sends to `http` on localhost, 127.0.0.1 or [::1].
                 * @example https://apps.example.com/events
                 */
                url: string;
                /**
                 * @description The events that are sent.
                 * @example [
                 *       "app.installed",
                 *       "app.uninstalled"
                 *     ]
                 */
                events: ("app.registered" | "app.deprecated" | "app.yanked" | "app.installed" | "app.upgraded" | "app.uninstalled" | "app.restored" | "app.secret_rotated")[];
            }[];
            /**
             * @description Settings of the app, by category and name.
             * @example {
             *       "authentication": {
             *         "apiKey": {
             *           "type": "secret",
             *           "required": true
             *         }
             *       }
             *     }
             */
            settings?: {
                [key: string]: {
                    [key: string]: {
                        /**
                         * @description Type of the value. A secret is a string that is never shown again.
                         * @enum {string}
                         */
                        type?: "string" | "number" | "boolean" | "secret";
                        /**
                         * @description Value until a user sets another. It is of the declared type.
                         * @example eu
                         * @example 30
                         * @example true
                         */
                        defaultValue?: unknown;
                        /** @description Whether the app needs a value. */
                        required?: boolean;
                        /**
                         * @description What the setting does, for the person who sets it.
                         * @example The API key of your shop.
                         */
                        description?: string;
                        /** @description Whether users do not see the setting. */
                        hidden?: boolean;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description A settings page that the app hosts itself. */
            settingsPageConfig?: {
                /**
                 * @description Title of the page.
                 * @example Order tracker settings
                 */
                title?: string;
                /**
                 * @description What is set on the page.
                 * @example Connect your shop.
                 */
                description?: string;
                /**
                 * @description URL of the page. It may hold template expressions, or be a path on the host of the app.
                 * @example https://apps.example.com/order-tracker/settings
                 */
                url?: string;
            } & {
                [key: string]: unknown;
            };
            /** @description Pages of the app that the product shows in a frame. */
            widgets?: ({
                /**
                 * @description Name of the widget.
                 * @example order-map
                 */
                name?: string;
                /**
                 * @description Heading of the widget.
                 * @example Where the order is
                 */
                title?: string;
                /**
                 * @description Icon of the widget.
                 * @example map
                 */
                icon?: string;
                /**
                 * @description URL of the page. It may hold template expressions, or be a path on the host of the app.
                 * @example https://apps.example.com/order-tracker/map
                 */
                url?: string;
                /**
                 * @description Width of the frame: a number of pixels, or a CSS length.
                 * @example 400
                 * @example 20vw
                 */
                width?: number | string;
                /**
                 * @description Height of the frame: a number of pixels, or a CSS length.
                 * @example 300
                 * @example 40vh
                 */
                height?: number | string;
                /**
                 * @description Browser features that the frame may use.
                 * @example [
                 *       "clipboard-write"
                 *     ]
                 * @example camera; microphone
                 */
                iframePermissions?: string[] | string;
            } & {
                [key: string]: unknown;
            })[];
            /**
             * @description Translations of the texts of the app, by locale and key.
             * @example {
             *       "en_us": {
             *         "orders.title": "Orders"
             *       },
             *       "de_de": {
             *         "orders.title": "Bestellungen"
             *       }
             *     }
             */
            i18n?: {
                [key: string]: {
                    [key: string]: string;
                };
            };
        };
        /**
         * Update of an app version
         * @description The descriptive fields of a registered app version that are to change.
         */
        AppUpdate: {
            /**
             * @description Display name of the app, shown in the app directory, the UI and the OAuth authorization screen. Required on the first version of an app; a later version that omits it keeps the last one.
             * @example Order tracker
             */
            title?: string;
            /**
             * @description URL of the logo of the app: a PNG of at least 1200 x 1200 pixels. At most 8192 characters, or 65536 for an image in a `data:` URL.
             * @example https://cdn.example.com/order-tracker/icon.png
             */
            iconUrl?: string;
            /**
             * @description What the app does, in Markdown, for the app directory. A newline is written as an escaped newline. At most 32768 characters.
             * @example Shows the orders of a customer.
             *
             *     - Status
             *     - Delivery date
             */
            description?: string;
            /**
             * @description Name of the vendor of the app.
             * @example Example Labs
             */
            vendor?: string;
            /**
             * @description URL of the website of the app.
             * @example https://labs.example.com/order-tracker
             */
            website?: string;
            /** @description Screenshots shown in the app directory. */
            screenshots?: string[];
            /**
             * @description How to set the app up, for the person who installs it.
             * @example Enter the API key of your shop on the settings page.
             */
            instructions?: string;
            /**
             * @description URL of the release notes of the app.
             * @example https://labs.example.com/order-tracker/releases
             */
            releaseNotesUrl?: string;
            /**
             * @description Message that a user sees after installing the app.
             * @example Order tracker is ready. Open a customer to see their orders.
             */
            postInstallMessage?: string;
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
        Warning: {
            /** @constant */
            severity: "warning";
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
            meta?: {
                /** @description Whether the app cannot be installed, because a component cannot work. */
                blocksInstallation?: boolean;
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
        AvailableApp: {
            /** @constant */
            type: "available_app";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /** @description The app id. For a private app `<app>_<orgId>`. */
                name: string;
                /** @description The definition's `auth`, or empty. */
                auth: {
                    [key: string]: unknown;
                };
                /** @description Semantic version. */
                version: string;
                /**
                 * @description Who can see and install the app.
                 * @enum {unknown}
                 */
                visibility: "private" | "public";
                /** @description Where authorization codes may be sent. */
                redirectUris: string[];
                /** @description OAuth client id of the app. */
                clientId: string;
                /** @description Only in the answer that generates it. */
                clientSecret?: string;
                /** @description Prefix of the app's attributes. */
                identifier: string;
                /** @description Display name. */
                title: string;
                /** @description The most that the app may ask for. Left out where it does not say. */
                roles?: unknown[];
                /**
                 * Format: date-time
                 * @description When the version was registered.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description When it was last changed.
                 */
                updatedAt: string;
                /** @description While the operator blocks the app. */
                blocked?: {
                    /** @description Why it is blocked. */
                    reason: string;
                    /**
                     * Format: date-time
                     * @description Since when.
                     */
                    since: string;
                };
                /** @description While its developer advises against the version. */
                deprecated?: {
                    /** @description Why. */
                    message: string;
                    /** @description The app or version that takes its place. */
                    successor?: string;
                    /**
                     * Format: date-time
                     * @description Since when.
                     */
                    since: string;
                };
                /** @description While nobody may install the version anew. */
                yanked?: {
                    /** @description Why. */
                    reason: string;
                    /**
                     * Format: date-time
                     * @description Since when.
                     */
                    since: string;
                };
            } & {
                [key: string]: unknown;
            };
        };
        AvailableAppAnswer: {
            data: components["schemas"]["AvailableApp"];
            /** @description Only where there are warnings. */
            meta?: {
                /** @description Likely mistakes, which do not refuse the request. */
                warnings?: components["schemas"]["Warning"][];
            };
        };
        ClientSecret: {
            /** @constant */
            type: "client_secret";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /**
                 * Format: date-time
                 * @description When it was generated.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description Until when it is valid; null for the current one.
                 */
                endsAt: string | null;
            };
        };
        ClientSecretList: {
            /** @description At most 20, the latest first. */
            data: components["schemas"]["ClientSecret"][];
        };
        Draft: {
            /** @constant */
            type: "app_draft";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /** @description Of the app. For a private app `<app>_<orgId>`. */
                name: string;
                /** @description Prefix of the app's attributes. */
                identifier: string;
                /** @description OAuth client id of the app. */
                clientId: string;
                /**
                 * Format: date-time
                 * @description Until when it can be installed.
                 */
                expiresAt: string;
                /** @description As it was sent. */
                definition: {
                    [key: string]: unknown;
                };
            };
        };
        ListedDraft: {
            /** @constant */
            type: "app_draft";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /** @description Of the app. For a private app `<app>_<orgId>`. */
                name: string;
                /** @description As it is installed: that of the definition, with `+draft`. */
                version: string;
                /** @description Of the definition. */
                title: string;
                /** @description Prefix of the app's attributes. */
                identifier: string;
                /** @description OAuth client id of the app. */
                clientId: string;
                /**
                 * Format: date-time
                 * @description Until when it can be installed.
                 */
                expiresAt: string;
            };
        };
        ListedDraftPage: {
            data: components["schemas"]["ListedDraft"][];
            meta: {
                page: {
                    /** @description The `page[after]` of the next page; null on the last. */
                    after: string | null;
                };
            };
        };
        DraftAnswer: {
            data: components["schemas"]["Draft"];
            /** @description Only where there are warnings. */
            meta?: {
                /** @description Likely mistakes, which do not refuse the request. */
                warnings?: components["schemas"]["Warning"][];
            };
        };
        YankAnswer: {
            data: components["schemas"]["AvailableApp"];
            meta: {
                /** @description How many organizations keep it. */
                installations: number;
                /** @description At most 100 apps that the organization sees and that depend on the version. */
                dependents: {
                    /** @description The app that depends on it. */
                    name: string;
                    /** @description Its version. */
                    version: string;
                    /** @description Its rule, which the yanked version satisfies. */
                    rule: string;
                }[];
            };
        };
        ReadAppAnswer: {
            data: components["schemas"]["AvailableApp"];
            meta: {
                /** @description The organization that owns the app. */
                organization: {
                    /** @description The id of the organization. */
                    id: string;
                    /** @description Its name. */
                    name: string;
                    /** @description Whether the operator of the platform has checked who it is. */
                    verified: boolean;
                };
            };
        };
        AvailableAppPage: {
            data: components["schemas"]["AvailableApp"][];
            meta: {
                page: {
                    /** @description The `page[after]` of the next page; null on the last. */
                    after: string | null;
                };
            };
        };
        DirectoryApp: {
            /** @constant */
            type: "available_app";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /** @description The app id. For a private app `<app>_<orgId>`. */
                name: string;
                /** @description Semantic version. */
                version: string;
                /**
                 * @description Who can see and install the app.
                 * @enum {unknown}
                 */
                visibility: "private" | "public";
                /** @description Display name. */
                title: string;
                /** @description Markdown. */
                description: string;
                /** @description Logo of the app. */
                iconUrl: string | null;
                /** @description What the app says of itself: the name of its developer. */
                developer: string | null;
                /** @description Categories, and the operator's tags. */
                tags: string[];
                /** @description The most that the app may ask for; null where it does not say. */
                roles: string[] | null;
                /** @description OAuth client id of the app. */
                clientId: string;
                /** @description Prefix of the app's attributes. */
                identifier: string;
                /** @description Null where it is not installed. */
                installedVersion: string | null;
                /** @description The organization that owns the app. */
                organization: {
                    /** @description The id of the organization. */
                    id: string;
                    /** @description Its name. */
                    name: string;
                    /** @description Whether the operator of the platform has checked who it is. */
                    verified: boolean;
                };
            };
        };
        DirectoryAnswer: {
            data: components["schemas"]["DirectoryApp"][];
            meta: {
                page: {
                    /** @description The `page[after]` of the next page; null on the last. */
                    after: string | null;
                };
            };
        };
        DiagnosisAnswer: {
            data: {
                /**
                 * @description What was sent.
                 * @enum {unknown}
                 */
                request: "authorization" | "token";
                /** @description The app. */
                app: string;
                /** @description For which the installation was checked. */
                organizationId: string;
                /** @description Whether no check failed. */
                healthy: boolean;
                /** @description Those that failed first. */
                checks: {
                    /** @description What was checked. */
                    name: string;
                    /**
                     * @description `unknown`: not checked. What it takes to tell was not given, or did not answer.
                     * @enum {unknown}
                     */
                    status: "passed" | "failed" | "unknown";
                    /** @description What was found, and what to do. */
                    detail: string;
                    /** @description The parameter of the request. */
                    parameter?: string;
                    meta?: {
                        [key: string]: unknown;
                    };
                }[];
            };
        };
        RefusedRequestList: {
            /** @description At most 50, the latest first. */
            data: {
                /**
                 * @description What was asked.
                 * @enum {unknown}
                 */
                endpoint: "authorization" | "token";
                /** @description The code of RFC 6749 that was answered. */
                error: string;
                /** @description Why, in English. */
                reason: string;
                /** @description How often, since `firstAt`. */
                count: number;
                /**
                 * Format: date-time
                 * @description When this was answered first.
                 */
                firstAt: string;
                /**
                 * Format: date-time
                 * @description When this was answered last.
                 */
                lastAt: string;
                /** @description The last such request, without its secrets, as `POST /v1/apps/doctor` takes it; null where it is not kept. */
                request: {
                    /** @description Address of an authorization request. */
                    url: string;
                } | {
                    /** @description Fields of a token request. */
                    tokenRequest: {
                        [key: string]: string;
                    };
                } | null;
            }[];
        };
        Finding: {
            /** @description Name of the rule. */
            rule: string;
            /**
             * @description An error refuses the registration.
             * @enum {unknown}
             */
            severity: "error" | "warning";
            /** @description Stable and machine-readable. */
            code: string;
            /** @description The same for every finding of the code. */
            title: string;
            /** @description What is wrong, and how to correct it. */
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
            /** @description What the rule expects. */
            expected: string;
            /** @description A JSON Patch (RFC 6902) that corrects the definition, where one is known. */
            fix?: {
                /** @enum {unknown} */
                op: "add" | "remove" | "replace" | "move" | "copy";
                path: string;
                from?: string;
                value?: unknown;
            }[];
            meta?: {
                [key: string]: unknown;
            };
            links?: {
                /** @description Path of the rule's page. */
                about?: string;
            };
        };
        ValidationAnswer: {
            data: {
                /** @description Whether registration would accept the definition now. */
                valid: boolean;
                /** @description Under which the app would be registered; null where that cannot be told. */
                name: string | null;
                /** @description Prefix of the app's attributes; null likewise. */
                identifier: string | null;
                version: {
                    /** @description Of the definition. */
                    given: string | null;
                    /** @description The highest version until now; null for a new app. */
                    highest: string | null;
                    /** @description The version that the changes count from: the highest, or the one below an earlier version. */
                    comparedWith: string | null;
                    /**
                     * @description What the changes since then require; null where nothing can be compared.
                     * @enum {unknown}
                     */
                    smallestIncrement: "major" | "minor" | "patch" | "none" | null;
                    /** @description A version that would do. */
                    suggested: string | null;
                    /** @description At most 20 changes that require the increment. */
                    reasons: {
                        pointer: string;
                        detail: string;
                        /** @enum {unknown} */
                        increment: "major" | "minor" | "patch";
                    }[];
                };
                /** @description What refuses the registration. */
                errors: components["schemas"]["Finding"][];
                /** @description What registration warns about, and the findings of the linter. */
                warnings: components["schemas"]["Finding"][];
                /** @description Warnings that the definition excuses. */
                excused: ({
                    /** @description Of the definition, in `meta.lint`. */
                    reason: string;
                } & components["schemas"]["Finding"])[];
            };
        };
        ComponentChange: {
            /** @description The property of the definition; `attributes` for those of standard Klasses. */
            component: string;
            /** @description Of the component; null where the property is one component. */
            name: string | null;
            /**
             * @description What happened to it.
             * @enum {unknown}
             */
            change: "added" | "changed" | "removed";
            /** @description Into the later definition; into the earlier one for a component removed. */
            pointer: string;
            /**
             * @description What the change alone requires.
             * @enum {unknown}
             */
            increment: "major" | "minor" | "patch";
            /** @description The members that differ, of a component that changed. */
            members?: string[];
            /** @description The name before, of an attribute whose type changed with its name. */
            before?: string;
        };
        ComparisonAnswer: {
            data: {
                /** @description The app. */
                name: string;
                /** @description The version before. */
                from: string;
                /** @description The version after. */
                to: string;
                /** @description Every component that differs. */
                changes: components["schemas"]["ComponentChange"][];
                /**
                 * @description What semantic versioning requires at least; null where nothing changed.
                 * @enum {unknown}
                 */
                smallestIncrement: "major" | "minor" | "patch" | null;
            };
        };
        InstalledApp: {
            /** @constant */
            type: "installed_app";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /** @description The app id. For a private app `<app>_<orgId>`. */
                name: string;
                /** @description Display name. */
                title: string;
                /** @description The installed version. */
                version: string;
                /** @description The current version: the highest release, or pre-release where there is none. */
                latestVersion: string;
                /** @description The highest release that the caret range of the installed version allows; null where none is higher. */
                compatibleVersion: string | null;
                /**
                 * @description Who can see and install the app.
                 * @enum {unknown}
                 */
                visibility: "private" | "public";
                /** @description Rules of the form `<app_name>-<range>`. */
                dependencies: string[];
                /** @description The most that tokens of the app may have here; null for any role. */
                roles: string[] | null;
                /** @description Roles that an upgrade asks for, and no administrator has decided about. */
                waitingRoles: string[];
                /** @description What a rollback returns to; null where there is none. */
                previousVersion: string | null;
                /**
                 * @description Where a draft is installed.
                 * @constant
                 */
                draft?: true;
                /**
                 * Format: date-time
                 * @description When the app was first installed.
                 */
                installedAt: string;
                /**
                 * Format: date-time
                 * @description When its version last changed.
                 */
                updatedAt: string;
                /** @description While the operator blocks the app. */
                blocked?: {
                    /** @description Why it is blocked. */
                    reason: string;
                    /**
                     * Format: date-time
                     * @description Since when.
                     */
                    since: string;
                };
                /** @description While its developer advises against the version. */
                deprecated?: {
                    /** @description Why. */
                    message: string;
                    /** @description The app or version that takes its place. */
                    successor?: string;
                    /**
                     * Format: date-time
                     * @description Since when.
                     */
                    since: string;
                };
                /** @description While nobody may install the version anew. */
                yanked?: {
                    /** @description Why. */
                    reason: string;
                    /**
                     * Format: date-time
                     * @description Since when.
                     */
                    since: string;
                };
            };
        };
        PlanAnswer: {
            data: components["schemas"]["Plan"];
        };
        Plan: {
            /** @constant */
            type: "plan";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /** @description The app. */
                app: string;
                /** @description Installed now; null where it is not. */
                from: string | null;
                /** @description Null for an uninstallation. */
                to: string | null;
                /** @description Custom attributes that appear, disappear or change their type. */
                attributes: {
                    /** @description Standard Klass name. */
                    klass: string;
                    /** @description Namespaced. */
                    name: string;
                    /** @enum {unknown} */
                    change: "added" | "removed" | "type_changed";
                    /** @description The name before, where the type changed. */
                    before?: string;
                    /** @description Other apps here that provide it. */
                    alsoProvidedBy: string[];
                }[];
                /** @description The rules of the version. */
                dependencies: {
                    /** @description `<app_name>-<range>` */
                    rule: string;
                    /** @enum {unknown} */
                    change: "added" | "removed" | "kept";
                    /** @description Version; null where not installed. */
                    installed: string | null;
                }[];
                /** @description With `withDependencies`: the missing dependencies that are installed before the app, in this order. */
                apps: {
                    /** @description The dependency. */
                    app: string;
                    /** @description The version that is installed. */
                    to: string;
                    roles: {
                        /** @description The most that tokens may have now; null for any role. */
                        before: string[] | null;
                        /** @description Likewise, after the change. */
                        after: string[] | null;
                        /** @description New for tokens. */
                        added: string[];
                        /** @description No longer for tokens. */
                        removed: string[];
                        /** @description What administrators allow afterwards, declared or not; null for any role. */
                        allowed: string[] | null;
                        /** @description Asked for, and waiting for an administrator. */
                        waiting: string[];
                    };
                    /** @description Custom attributes that appear, disappear or change their type. */
                    attributes: {
                        /** @description Standard Klass name. */
                        klass: string;
                        /** @description Namespaced. */
                        name: string;
                        /** @enum {unknown} */
                        change: "added" | "removed" | "type_changed";
                        /** @description The name before, where the type changed. */
                        before?: string;
                        /** @description Other apps here that provide it. */
                        alsoProvidedBy: string[];
                    }[];
                    /** @description Webhooks that are added, changed or removed. */
                    webhooks: components["schemas"]["ComponentChange"][];
                }[];
                /** @description Installed apps that depend on the app. */
                dependents: {
                    /** @description The app. */
                    name: string;
                    /** @description Its version. */
                    version: string;
                    /** @description Its rule. */
                    rule: string;
                }[];
                roles: {
                    /** @description The most that tokens may have now; null for any role. */
                    before: string[] | null;
                    /** @description Likewise, after the change. */
                    after: string[] | null;
                    /** @description New for tokens. */
                    added: string[];
                    /** @description No longer for tokens. */
                    removed: string[];
                    /** @description What administrators allow afterwards, declared or not; null for any role. */
                    allowed: string[] | null;
                    /** @description Asked for, and waiting for an administrator. */
                    waiting: string[];
                };
                grants: {
                    /** @description Grants of users; null where the OAuth service did not answer. */
                    active: number | null;
                    /** @description Those that the change ends. */
                    ended: number | null;
                };
                /**
                 * @description What happens to access and refresh tokens.
                 * @enum {unknown}
                 */
                tokens: "kept" | "ended" | "none";
                /** @description Webhooks that are added, changed or removed. */
                webhooks: components["schemas"]["ComponentChange"][];
                /** @description What would refuse the change. */
                problems: components["schemas"]["Problem"][];
                /**
                 * Format: date-time
                 * @description Until when the plan can be used.
                 */
                expiresAt: string;
            };
        };
        InstallationAnswer: {
            data: components["schemas"]["InstalledApp"];
            /** @description Only where dependencies were installed too, or there are warnings. */
            meta?: {
                /** @description `<name>-<version>`, in their order. */
                installedDependencies?: string[];
                /** @description Of the dependencies that were installed too: the roles that wait for an administrator, by app. */
                waitingRoles?: {
                    [key: string]: string[];
                };
                /** @description What the administrator should know of the version. */
                warnings?: components["schemas"]["Warning"][];
            };
        };
        InstalledAppPage: {
            data: components["schemas"]["InstalledApp"][];
            meta: {
                page: {
                    /** @description The `page[after]` of the next page; null on the last. */
                    after: string | null;
                };
            };
        };
        VersionInstallations: {
            /** @constant */
            type: "version_installations";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /** @description The version. */
                version: string;
                /** @description How many organizations have it installed. */
                installations: number;
            };
        };
        VersionInstallationsPage: {
            data: components["schemas"]["VersionInstallations"][];
            meta: {
                page: {
                    /** @description The `page[after]` of the next page; null on the last. */
                    after: string | null;
                };
            };
        };
        RegistryRecord: {
            /** @description Standard Klass name. */
            klass: string;
            /** @description From namespaced attribute name to attribute. */
            appInstalledProperties: {
                [key: string]: {
                    /** @description How the attribute appears: what the organization chose, or else what the app says. */
                    displayName: string;
                    /** @description An example value. */
                    example: string;
                    /** @description From app name to the versions that use it, comma-separated. */
                    usedBy: {
                        [key: string]: string;
                    };
                };
            };
        };
        RegistryRecords: components["schemas"]["RegistryRecord"][];
        Attribute: {
            /** @constant */
            type: "attribute";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /**
                 * @description Standard Klass name.
                 * @enum {string}
                 */
                klass: "company" | "conversation" | "customer" | "message" | "user";
                /** @description Namespaced. */
                name: string;
                /** @description How the attribute appears: what the organization chose, or else `appDisplayName`. */
                displayName: string;
                /** @description The app's own display name for it. */
                appDisplayName: string;
                /** @description An example value. */
                example: string;
                /**
                 * @description By the end of the name; null for an unknown one.
                 * @enum {unknown}
                 */
                dataType: "number" | "short string" | "date" | "longer text" | "boolean" | "URL" | null;
                /** @description Whether the organization uses the attribute. */
                active: boolean;
                /** @description The identifier of the app, which the name begins with. */
                identifier: string;
                /** @description The apps that use it, by name. Texts and identifier are of the first one. */
                usedBy: {
                    /** @description The name of the app. */
                    app: string;
                    /** @description Its versions that use the attribute, ascending. */
                    versions: string[];
                    /** @description Whether the organization has it installed. */
                    isInstalled: boolean;
                }[];
            };
        };
        AttributeAnswer: {
            data: components["schemas"]["Attribute"];
        };
        AttributePage: {
            data: components["schemas"]["Attribute"][];
            meta: {
                page: {
                    /** @description The `page[after]` of the next page; null on the last. */
                    after: string | null;
                };
            };
        };
        Principal: {
            /** @enum {unknown} */
            type: "api_key" | "access_token";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /** @description The organization that the credential acts for. */
                organizationId: string;
                /** @description Its name. */
                organizationName: string;
                /** @description The roles that the credential holds. */
                roles: string[];
                /** @description Of an access token: the app that it was issued to. */
                clientId?: string;
                /** @description Of an access token: the user whom it acts for. */
                userId?: string;
                /**
                 * Format: date-time
                 * @description Of an access token: when that user signed in, where it says so.
                 */
                authenticatedAt?: string;
            };
        };
        PrincipalAnswer: {
            data: components["schemas"]["Principal"];
        };
        ApiKey: {
            /** @constant */
            type: "api_key";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /** @description What people know the key by. */
                name: string;
                /** @description The first characters of the key. */
                hint: string;
                /** @description The roles that the key holds. */
                roles: string[];
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description When it was last used, to the minute.
                 */
                lastUsedAt: string | null;
                /**
                 * Format: date-time
                 * @description When it was revoked.
                 */
                revokedAt: string | null;
                /** @description The key itself: only in the answer that creates it. */
                key?: string;
            };
        };
        ApiKeyAnswer: {
            data: components["schemas"]["ApiKey"];
        };
        ApiKeyPage: {
            data: components["schemas"]["ApiKey"][];
            meta: {
                page: {
                    /** @description The `page[after]` of the next page; null on the last. */
                    after: string | null;
                };
            };
        };
        AuditEvent: {
            /** @constant */
            type: "audit_event";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /**
                 * @description Which service recorded it.
                 * @enum {string}
                 */
                service: "registry" | "oauth";
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                at: string;
                /** @description Who acted: a credential, an account, a client, the operator. */
                actor: {
                    /** @description What the actor is. */
                    type: string;
                    /** @description Its id. */
                    id: string;
                    /** @description The app through which an account changed something at the registry. */
                    clientId?: string;
                };
                /** @description What happened: a noun and a past participle. */
                action: string;
                /** @description What was acted on. */
                subject: string;
                /** @description `X-Request-Id` of the request. */
                requestId: string;
                /** @description Trace of the request (the trace id of `traceparent`); null for old events. */
                traceId: string | null;
                /** @description The caller's network address. */
                address: string;
                /** @description What was changed, before; null where nothing was. */
                before: unknown;
                /** @description What came of it. Never a secret. */
                after: unknown;
            };
        };
        AuditEventPage: {
            data: components["schemas"]["AuditEvent"][];
            meta: {
                page: {
                    /** @description The `page[after]` of the next page; null on the last. */
                    after: string | null;
                };
            };
        };
        Webhook: {
            /** @constant */
            type: "webhook";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /** @description Where events are sent. */
                url: string;
                /** @description The events that are sent. */
                events: string[];
                /** @description What people know it by. */
                description: string;
                /** @description The app whose current version declares it; null where the organization created it. */
                app: string | null;
                /** @description Whether events are sent. */
                active: boolean;
                /**
                 * Format: date-time
                 * @description When it was deactivated.
                 */
                disabledAt: string | null;
                /**
                 * @description `owner`: by PATCH. `failing`: a delivery failed for three days, and no other succeeded. `gone`: the receiver answered 410.
                 * @enum {unknown}
                 */
                disabledReason: "owner" | "failing" | "gone" | null;
                /**
                 * Format: date-time
                 * @description When a delivery last succeeded.
                 */
                lastSuccessAt: string | null;
                /** @description Whether a secret was generated. Until then nobody can verify deliveries. */
                hasSecret: boolean;
                /**
                 * Format: date-time
                 * @description When it was created or declared.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description When it was last changed.
                 */
                updatedAt: string;
                /** @description `whsec_` and base64: only in the answer that generates it. */
                secret?: string;
            };
        };
        WebhookAnswer: {
            data: components["schemas"]["Webhook"];
        };
        WebhookPage: {
            data: components["schemas"]["Webhook"][];
            meta: {
                page: {
                    /** @description The `page[after]` of the next page; null on the last. */
                    after: string | null;
                };
            };
        };
        WebhookDelivery: {
            /** @constant */
            type: "webhook_delivery";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /** @description The `webhook-id` of its requests. */
                eventId: string;
                /** @description The event. */
                eventType: string;
                /**
                 * @description `failed`: no attempt follows. `canceled`: the webhook was deactivated.
                 * @enum {unknown}
                 */
                status: "pending" | "delivered" | "failed" | "canceled";
                /**
                 * Format: date-time
                 * @description When the event happened, or was sent again.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description When the next attempt is due at the earliest.
                 */
                nextAttemptAt: string | null;
                /** @description The attempts, the first one first. */
                attempts: {
                    /**
                     * Format: date-time
                     * @description When it began.
                     */
                    at: string;
                    /** @description How long it took. */
                    durationMilliseconds: number;
                    /** @description Of the response; null where none came. */
                    responseStatus: number | null;
                    /** @description Why it was no success; null for a success. */
                    error: string | null;
                }[];
                /** @description The body of its requests. */
                payload: {
                    /** @description The event. */
                    type: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /** @description About the event: `app`, `version`, `organizationId` and more. */
                    data: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        WebhookDeliveryAnswer: {
            data: components["schemas"]["WebhookDelivery"];
        };
        WebhookDeliveryPage: {
            data: components["schemas"]["WebhookDelivery"][];
            meta: {
                page: {
                    /** @description The `page[after]` of the next page; null on the last. */
                    after: string | null;
                };
            };
        };
        InstallationRequest: {
            /** @constant */
            type: "installation_request";
            /** @description The id of the record. */
            id: string;
            attributes: {
                /** @description The name of the app. */
                app: string;
                /** @description Its title. */
                title: string;
                /** @description The user who asks: `GET /v1/users/{id}` of the OAuth service. */
                userId: string;
                /** @description Why; empty where the user gave no reason. */
                note: string;
                /**
                 * Format: date-time
                 * @description When the user first asked.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description When the note was last changed.
                 */
                updatedAt: string;
            };
        };
        InstallationRequestAnswer: {
            data: components["schemas"]["InstallationRequest"];
        };
        InstallationRequestPage: {
            data: components["schemas"]["InstallationRequest"][];
            meta: {
                page: {
                    /** @description The `page[after]` of the next page; null on the last. */
                    after: string | null;
                };
            };
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
    listApps: {
        parameters: {
            query?: {
                /** @description Part of the name, title or description, in any case. */
                q?: string;
                /** @description A tag that the app carries. */
                tag?: string;
                /** @description `own`: the apps of the organization alone, those that are blocked too. */
                owner?: "own";
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
            /** @description A page, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryAnswer"];
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
    registerApp: {
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
                "application/json": components["schemas"]["AppDefinition"];
            };
        };
        responses: {
            /** @description Registered. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailableAppAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_definition` (The app definition is not valid), `identifier_changed` (The identifier of an app cannot change). */
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
            /** @description The credential does not hold the role that is needed. Codes: `publisher_not_verified` (Public apps come from verified organizations only). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description Something that exists stands in the way; each problem says what. Codes: `duplicate` (Already registered), `reserved_name` (This app id is reserved), `confusable_name` (This app id looks like that of another app). */
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
    readApp: {
        parameters: {
            query?: {
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
            };
            header?: {
                /** @description Entity tags of answers that the caller has (RFC 9110 section 13.1.2): 304 for one of them. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description `<name>-<version>`, or `<name>-latest` or `<name>` for the current version. */
                appVersion: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    /** @description Strong: the same tag is the same answer, byte for byte. */
                    ETag?: string;
                    "Cache-Control"?: "private, no-cache";
                    Vary?: "Authorization";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadAppAnswer"];
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
    updateAppByPost: {
        parameters: {
            query?: {
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
            };
            header?: {
                /** @description Makes a retry safe: for a day, the same request with the same key is answered as the first time. 1 to 255 visible ASCII characters. Make it at random, such as a UUID: the answer is kept encrypted with it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description `<name>-<version>`, or `<name>-latest` or `<name>` for the current version. */
                appVersion: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppUpdate"];
            };
        };
        responses: {
            /** @description Changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailableAppAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_definition` (The app definition is not valid), `invalid_parameter` (A parameter is not valid). */
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
    unpublishVersion: {
        parameters: {
            query?: {
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
            };
            header?: never;
            path: {
                /** @description `<name>-<version>`, or `<name>-latest` or `<name>` for the current version. */
                appVersion: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
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
            /** @description The credential does not hold the role that is needed. Codes: `app_blocked` (The operator has blocked this app). */
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
            /** @description Something that exists stands in the way; each problem says what. Codes: `ambiguous_app` (The name means more than one app), `version_too_old` (This version is too old for this), `version_in_use` (This version is installed). */
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
    updateApp: {
        parameters: {
            query?: {
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
            };
            header?: never;
            path: {
                /** @description `<name>-<version>`, or `<name>-latest` or `<name>` for the current version. */
                appVersion: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppUpdate"];
            };
        };
        responses: {
            /** @description Changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailableAppAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_definition` (The app definition is not valid), `invalid_parameter` (A parameter is not valid). */
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
    generateSecret: {
        parameters: {
            query?: {
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
            };
            header?: {
                /** @description Makes a retry safe: for a day, the same request with the same key is answered as the first time. 1 to 255 visible ASCII characters. Make it at random, such as a UUID: the answer is kept encrypted with it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The app's name (for a private app `<app>_<orgId>`), or `<name>-<version>`. */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description How long the current secret stays valid, in seconds. Earlier ones keep their ends. 0, or left out: all earlier secrets end at once. */
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            /** @description Generated. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailableAppAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_body` (The request body is not valid), `invalid_parameter` (A parameter is not valid). */
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
            /** @description Something that exists stands in the way; each problem says what. Codes: `ambiguous_app` (The name means more than one app), `too_many_secrets` (The app has as many client secrets as it may). */
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
    listSecrets: {
        parameters: {
            query?: {
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
            };
            header?: never;
            path: {
                /** @description The app's name (for a private app `<app>_<orgId>`), or `<name>-<version>`. */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSecretList"];
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
    deprecateVersion: {
        parameters: {
            query?: {
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
            };
            header?: {
                /** @description Makes a retry safe: for a day, the same request with the same key is answered as the first time. 1 to 255 visible ASCII characters. Make it at random, such as a UUID: the answer is kept encrypted with it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description `<name>-<version>`, or `<name>-latest` or `<name>` for the current version. */
                appVersion: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why, for the organizations that have it installed. */
                    message: string;
                    /** @description The app that takes its place, or `<name>-<version>`. */
                    successor?: string;
                };
            };
        };
        responses: {
            /** @description Deprecated. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailableAppAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_parameter` (A parameter is not valid), `invalid_body` (The request body is not valid). */
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
    endDeprecation: {
        parameters: {
            query?: {
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
            };
            header?: never;
            path: {
                /** @description `<name>-<version>`, or `<name>-latest` or `<name>` for the current version. */
                appVersion: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No longer deprecated. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailableAppAnswer"];
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
    yankVersion: {
        parameters: {
            query?: {
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
            };
            header?: {
                /** @description Makes a retry safe: for a day, the same request with the same key is answered as the first time. 1 to 255 visible ASCII characters. Make it at random, such as a UUID: the answer is kept encrypted with it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description `<name>-<version>`, or `<name>-latest` or `<name>` for the current version. */
                appVersion: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why, for those who want to install it. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Yanked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["YankAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_parameter` (A parameter is not valid), `invalid_body` (The request body is not valid). */
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
    endYank: {
        parameters: {
            query?: {
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
            };
            header?: never;
            path: {
                /** @description `<name>-<version>`, or `<name>-latest` or `<name>` for the current version. */
                appVersion: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No longer yanked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailableAppAnswer"];
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
    readAppIcon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `<name>-<version>`, or `<name>-latest` or `<name>` for the current version. */
                appVersion: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
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
    listVersions: {
        parameters: {
            query?: {
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
                /** @description The most entries to answer with, 1 to 100. */
                "page[size]"?: number;
                /** @description Where the page begins: `meta.page.after` of the page before. */
                "page[after]"?: string;
            };
            header?: never;
            path: {
                /** @description The app's name; for a private app `<app>_<orgId>`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailableAppPage"];
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
    countInstallations: {
        parameters: {
            query?: {
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
                /** @description The most entries to answer with, 1 to 100. */
                "page[size]"?: number;
                /** @description Where the page begins: `meta.page.after` of the page before. */
                "page[after]"?: string;
            };
            header?: never;
            path: {
                /** @description The app's name; for a private app `<app>_<orgId>`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions, the highest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionInstallationsPage"];
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
    compareVersions: {
        parameters: {
            query?: {
                /** @description A version. Left out: the version before the other one. */
                from?: string;
                /** @description A version. Left out: the current one. */
                to?: string;
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
            };
            header?: never;
            path: {
                /** @description The app's name; for a private app `<app>_<orgId>`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The difference. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComparisonAnswer"];
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
    validateApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description What registration would say. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationAnswer"];
                    "application/sarif+json": {
                        /** @constant */
                        version: "2.1.0";
                        runs: Record<string, never>[];
                    };
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
    listDrafts: {
        parameters: {
            query?: {
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
            /** @description A page, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedDraftPage"];
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
    readDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `app` of the definition. */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftAnswer"];
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
    putDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `app` of the definition. */
                app: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppDefinition"];
            };
        };
        responses: {
            /** @description Kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_definition` (The app definition is not valid), `invalid_parameter` (A parameter is not valid), `identifier_changed` (The identifier of an app cannot change). */
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
            /** @description Something that exists stands in the way; each problem says what. Codes: `duplicate` (Already registered). */
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
    removeDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `app` of the definition. */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
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
    planChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name, without version. */
                    app: string;
                    /** @description A version; null to uninstall. Left out: the current version. */
                    to?: string | null;
                    /** @description Plans to install the organization's draft. */
                    draft?: boolean;
                    /** @description Plans to install the missing dependencies too. `apps` lists them. */
                    withDependencies?: boolean;
                    /** @description The most that tokens may have here, beside what the definition of their app declares and their user holds: a list for the app itself, or a map of app names to lists. An app that is left out keeps what is stored at an upgrade, and gets the roles of its definition at a first installation. A dependency that is left out gets no role: the roles that it declares wait for a decision. */
                    roles?: string[] | {
                        [key: string]: string[];
                    };
                    /**
                     * @description Chooses between the organization's private app and a public app of the same name.
                     * @enum {unknown}
                     */
                    visibility?: "private" | "public";
                };
            };
        };
        responses: {
            /** @description Planned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_body` (The request body is not valid), `invalid_parameter` (A parameter is not valid). */
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
    diagnose: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The address to which the browser was sent. */
                    url?: string;
                    /** @description The form fields of a token request, without secrets and codes. */
                    tokenRequest?: {
                        [key: string]: string;
                    };
                    /** @description Whose user it was. Left out: the own organization. */
                    organizationId?: string;
                    /** @description Email address or id of a user of the own organization. Needs `org.admin.users`, and no access token of an app. */
                    user?: string;
                };
            };
        };
        responses: {
            /** @description What was checked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiagnosisAnswer"];
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
    listRefusedRequests: {
        parameters: {
            query?: {
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
            };
            header?: never;
            path: {
                /** @description The app's name; for a private app `<app>_<orgId>`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedRequestList"];
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
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. Codes: `temporarily_unavailable` (Temporarily unavailable). */
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
    listInstalledApps: {
        parameters: {
            query?: {
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
            /** @description A page, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstalledAppPage"];
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
    installApp: {
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
                    /** @description A name, for the current version, or `<name>-<version>`. */
                    app: string;
                    /**
                     * @description Chooses between the organization's private app and a public app of the same name.
                     * @enum {unknown}
                     */
                    visibility?: "private" | "public";
                    /**
                     * @description Installs the organization's draft of the app (`PUT /v1/apps/drafts/{app}`).
                     * @default false
                     */
                    draft?: boolean;
                    /** @description Installs the dependencies that are missing too, each in the highest version that satisfies every rule. */
                    withDependencies?: boolean;
                    /** @description The most that tokens may have here, beside what the definition of their app declares and their user holds: a list for the app itself, or a map of app names to lists. An app that is left out keeps what is stored at an upgrade, and gets the roles of its definition at a first installation. A dependency that is left out gets no role: the roles that it declares wait for a decision. */
                    roles?: string[] | {
                        [key: string]: string[];
                    };
                    /** @description Id of a plan (`POST /v1/apps/plan`). The installation is refused where it would do something else by now. `withDependencies` and `roles` that are left out are those of the plan. */
                    plan?: string;
                };
            };
        };
        responses: {
            /** @description Installed in another version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationAnswer"];
                };
            };
            /** @description Installed. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_body` (The request body is not valid), `invalid_parameter` (A parameter is not valid). */
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
            /** @description The credential does not hold the role that is needed. Codes: `app_blocked` (The operator has blocked this app). */
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
            /** @description Something that exists stands in the way; each problem says what. Codes: `ambiguous_app` (The name means more than one app), `dependency_unresolved` (No versions of the dependencies fit together), `plan_outdated` (The change would do something else than its plan), `dependency_missing` (A dependency is not installed), `dependency_version` (A dependency is installed in another version), `dependency_cyclic` (A dependency leads back to the app), `component_defective` (A component of the app cannot work), `attribute_conflict` (Another app provides an attribute of this name), `version_yanked` (The developer has yanked this version). */
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
    uninstallApp: {
        parameters: {
            query?: {
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
                /** @description Id of a plan for uninstalling the app, to which the uninstallation is bound. */
                plan?: string;
            };
            header?: never;
            path: {
                /** @description The app's name; for a private app `<app>_<orgId>`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Uninstalled. */
            204: {
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
            /** @description Something that exists stands in the way; each problem says what. Codes: `ambiguous_app` (The name means more than one app), `dependency_required` (Another installed app depends on this one), `plan_outdated` (The change would do something else than its plan). */
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
    restoreApp: {
        parameters: {
            query?: {
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
            };
            header?: {
                /** @description Makes a retry safe: for a day, the same request with the same key is answered as the first time. 1 to 255 visible ASCII characters. Make it at random, such as a UUID: the answer is kept encrypted with it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The app's name; for a private app `<app>_<orgId>`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Installed again. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationAnswer"];
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
            /** @description The credential does not hold the role that is needed. Codes: `app_blocked` (The operator has blocked this app). */
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
            /** @description Something that exists stands in the way; each problem says what. Codes: `ambiguous_app` (The name means more than one app), `already_installed` (The app is installed), `dependency_missing` (A dependency is not installed), `dependency_version` (A dependency is installed in another version), `dependency_cyclic` (A dependency leads back to the app), `component_defective` (A component of the app cannot work), `attribute_conflict` (Another app provides an attribute of this name), `version_yanked` (The developer has yanked this version). */
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
    rollbackApp: {
        parameters: {
            query?: {
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
            };
            header?: {
                /** @description Makes a retry safe: for a day, the same request with the same key is answered as the first time. 1 to 255 visible ASCII characters. Make it at random, such as a UUID: the answer is kept encrypted with it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The app's name; for a private app `<app>_<orgId>`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Rolled back. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationAnswer"];
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
            /** @description The credential does not hold the role that is needed. Codes: `app_blocked` (The operator has blocked this app). */
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
            /** @description Something that exists stands in the way; each problem says what. Codes: `ambiguous_app` (The name means more than one app), `no_previous_version` (There is no version to return to), `dependency_missing` (A dependency is not installed), `dependency_version` (A dependency is installed in another version), `dependency_cyclic` (A dependency leads back to the app), `component_defective` (A component of the app cannot work), `attribute_conflict` (Another app provides an attribute of this name), `version_yanked` (The developer has yanked this version). */
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
    decideRoles: {
        parameters: {
            query?: {
                /** @description Chooses between the organization's private app and a public app of the same name. */
                visibility?: "private" | "public";
            };
            header?: {
                /** @description Makes a retry safe: for a day, the same request with the same key is answered as the first time. 1 to 255 visible ASCII characters. Make it at random, such as a UUID: the answer is kept encrypted with it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The app's name; for a private app `<app>_<orgId>`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The most that tokens of the app may have here, beside what its definition declares and its user holds. Roles that waited and are left out are refused. */
                    roles: string[];
                };
            };
        };
        responses: {
            /** @description Decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationAnswer"];
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
            /** @description Something that exists stands in the way; each problem says what. Codes: `ambiguous_app` (The name means more than one app). */
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
    listInstallationRequests: {
        parameters: {
            query?: {
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
            /** @description A page, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationRequestPage"];
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
    askForApp: {
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
                    /** @description The app's name, without a version; for a private app `<app>_<orgId>`. */
                    app: string;
                    /**
                     * @description Chooses between the organization's private app and a public app of the name.
                     * @enum {string}
                     */
                    visibility?: "private" | "public";
                    /** @description Why, for the administrators. Left out: the note from before, or none. Without NUL. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The user has asked before; a note replaces the one from before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationRequestAnswer"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationRequestAnswer"];
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
            /** @description The credential does not hold the role that is needed. Codes: `app_blocked` (The operator has blocked this app). */
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
            /** @description Something that exists stands in the way; each problem says what. Codes: `ambiguous_app` (The name means more than one app), `already_installed` (The app is installed), `too_many_installation_requests` (The user has as many open installation requests as allowed). */
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
    closeInstallationRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the request. */
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
    listAttributes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of answers that the caller has (RFC 9110 section 13.1.2): 304 for one of them. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A record per Klass. */
            200: {
                headers: {
                    /** @description Strong: the same tag is the same answer, byte for byte. */
                    ETag?: string;
                    "Cache-Control"?: "private, no-cache";
                    Vary?: "Authorization";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistryRecords"];
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
            /** @description The request is understood and cannot be carried out. Codes: `listing_too_large` (There is too much to list at once). */
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
    listAttributesOfKlass: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags of answers that the caller has (RFC 9110 section 13.1.2): 304 for one of them. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The standard Klass. */
                klass: "company" | "conversation" | "customer" | "message" | "user";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A record per Klass. */
            200: {
                headers: {
                    /** @description Strong: the same tag is the same answer, byte for byte. */
                    ETag?: string;
                    "Cache-Control"?: "private, no-cache";
                    Vary?: "Authorization";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistryRecords"];
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
            /** @description The request is understood and cannot be carried out. Codes: `listing_too_large` (There is too much to list at once). */
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
    listAttributeDetails: {
        parameters: {
            query?: {
                /** @description The standard Klass. */
                klass?: "company" | "conversation" | "customer" | "message" | "user";
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
            /** @description A page, by Klass and name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttributePage"];
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
            /** @description The request is understood and cannot be carried out. Codes: `listing_too_large` (There is too much to list at once). */
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
    readAttribute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The standard Klass. */
                klass: "company" | "conversation" | "customer" | "message" | "user";
                /** @description The namespaced name, such as `@loyPointsNum`. */
                attribute: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attribute. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttributeAnswer"];
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
            /** @description The request is understood and cannot be carried out. Codes: `listing_too_large` (There is too much to list at once). */
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
    changeAttribute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The standard Klass. */
                klass: "company" | "conversation" | "customer" | "message" | "user";
                /** @description The namespaced name, such as `@loyPointsNum`. */
                attribute: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How the attribute appears; null for the app's own display name. Without NUL. */
                    displayName?: string | null;
                    /** @description Whether the organization uses the attribute. */
                    active?: boolean;
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
                    "application/json": components["schemas"]["AttributeAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_body` (The request body is not valid), `invalid_parameter` (A parameter is not valid). */
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
            /** @description The request is understood and cannot be carried out. Codes: `listing_too_large` (There is too much to list at once). */
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
    whoAmI: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credential. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrincipalAnswer"];
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
    listApiKeys: {
        parameters: {
            query?: {
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
            /** @description A page, by id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
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
    createApiKey: {
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
                    /** @description What people know the key by; empty where it is left out. */
                    name?: string;
                    /** @description The roles that the key holds. */
                    roles: string[];
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
                    "application/json": components["schemas"]["ApiKeyAnswer"];
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
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
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
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description What happened, such as `app_version.registered` or `sign_in.refused`. */
                "filter[action]"?: string;
                /** @description The id of who acted. */
                "filter[actor]"?: string;
                /** @description What was acted on, such as `<name>-<version>`. */
                "filter[subject]"?: string;
                /** @description Events from then on: an instant such as 2026-01-31T00:00:00Z. */
                "filter[from]"?: string;
                /** @description Events before then: an instant such as 2026-01-31T00:00:00Z. */
                "filter[until]"?: string;
                /** @description One of the two services that record events; both where it is left out. */
                "filter[service]"?: "registry" | "oauth";
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
            /** @description A page, the latest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventPage"];
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
            /** @description Temporarily unavailable: try again after `Retry-After` seconds. Codes: `temporarily_unavailable` (Temporarily unavailable). */
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
    listWebhooks: {
        parameters: {
            query?: {
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
            /** @description A page, by id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
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
    createWebhook: {
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
                    /** @description Where events are sent: an `https` address on port 443 that leads to a public network. */
                    url: string;
                    /** @description The events that are sent. */
                    events: ("app.registered" | "app.deprecated" | "app.yanked" | "app.installed" | "app.upgraded" | "app.uninstalled" | "app.restored" | "app.secret_rotated")[];
                    /** @description What people know the webhook by. Without NUL. */
                    description?: string;
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
                    "application/json": components["schemas"]["WebhookAnswer"];
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
            /** @description Something that exists stands in the way; each problem says what. Codes: `too_many_webhooks` (The organization has as many webhooks as it may). */
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
    readWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
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
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. */
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
            /** @description Something that exists stands in the way; each problem says what. Codes: `webhook_declared` (The definition of an app declares this webhook). */
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
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where events are sent: an `https` address on port 443 that leads to a public network. */
                    url?: string;
                    /** @description The events that are sent. */
                    events?: ("app.registered" | "app.deprecated" | "app.yanked" | "app.installed" | "app.upgraded" | "app.uninstalled" | "app.restored" | "app.secret_rotated")[];
                    /** @description What people know the webhook by. Without NUL. */
                    description?: string;
                    /** @description Whether events are sent. False cancels what was to be sent. */
                    active?: boolean;
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
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_body` (The request body is not valid), `invalid_parameter` (A parameter is not valid). */
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
            /** @description Something that exists stands in the way; each problem says what. Codes: `webhook_declared` (The definition of an app declares this webhook). */
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
    generateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for a day, the same request with the same key is answered as the first time. 1 to 255 visible ASCII characters. Make it at random, such as a UUID: the answer is kept encrypted with it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description How long deliveries are signed with the secret before too, in seconds. 0, or left out: not at all. */
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            /** @description Generated. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            /** @description The request is not valid: every problem at once, each with its place. Codes: `invalid_body` (The request body is not valid), `invalid_parameter` (A parameter is not valid). */
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
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description The most entries to answer with, 1 to 100. */
                "page[size]"?: number;
                /** @description Where the page begins: `meta.page.after` of the page before. */
                "page[after]"?: string;
            };
            header?: never;
            path: {
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, the latest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
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
    redeliverWebhookEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for a day, the same request with the same key is answered as the first time. 1 to 255 visible ASCII characters. Make it at random, such as a UUID: the answer is kept encrypted with it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook's id. */
                id: string;
                /** @description The delivery's id. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It will be sent. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryAnswer"];
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
            /** @description Something that exists stands in the way; each problem says what. Codes: `webhook_inactive` (The webhook is not active). */
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
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for a day, the same request with the same key is answered as the first time. 1 to 255 visible ASCII characters. Make it at random, such as a UUID: the answer is kept encrypted with it. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It will be sent. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryAnswer"];
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
            /** @description Something that exists stands in the way; each problem says what. Codes: `webhook_inactive` (The webhook is not active). */
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
}
