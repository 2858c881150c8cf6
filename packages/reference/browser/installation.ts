/** The addresses of the services here, and whether a reader can sign in on this page. */
export type Installation = { registry?: string; oauth: string | null; signIn: boolean };

let reading: Promise<Installation> | undefined;

/** A failure is not kept: the next call reads again. */
export function readInstallation(): Promise<Installation> {
  reading ??= read().catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
  return reading;
}

async function read(): Promise<Installation> {
  const response = await fetch('/docs/installation.json').catch(() => undefined);
  if (!response?.ok) throw new Error('The service cannot be reached. Try again in a moment.');
  return response.json();
}
