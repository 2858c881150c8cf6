/** Another registration took a name or an identifier first. Registering again finds its app. */
export class ConcurrentRegistrationError extends Error {}
