import { type ExternalApp, type ExternalAppOptions, newExternalApp } from './external-app.ts';
import { type Platform, type PlatformOptions, startPlatform } from './platform.ts';

/** Both services, with one organization that has installed its app. */
export async function platformWithApp(
  options: PlatformOptions = {},
  appOptions: ExternalAppOptions = {},
): Promise<{ platform: Platform; app: ExternalApp }> {
  const platform = await startPlatform(options);
  const app = await newExternalApp(platform, appOptions);
  await app.install();
  return { platform, app };
}
