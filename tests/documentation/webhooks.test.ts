import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { postJson } from '@app-platform/testing/http/api-caller';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(async () => {
  RunningProcess.endAll();
  await platform.close();
});

/** The program of docs/webhooks.md, where `standardwebhooks` is installed. */
async function startReceiver(port: number, secret: string): Promise<RunningProcess> {
  const text = await readFile(join(repositoryFolder, 'docs/webhooks.md'), 'utf8');
  const program = /```js\n(.*?)```/s.exec(text)?.[1] ?? '';
  const receiver = new RunningProcess(
    ['--input-type=module', '--eval', program],
    { PORT: String(port), WEBHOOK_SECRET: secret },
    { cwd: join(repositoryFolder, 'services/registry') },
  );
  while (!(await isListening(port))) {
    if (receiver.child.exitCode !== null) throw new Error(`It ended: ${receiver.stderr}`);
    await wait(20);
  }
  return receiver;
}

async function isListening(port: number): Promise<boolean> {
  // Connections are refused until it listens.
  const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST' }).catch(() => undefined);
  // What is not signed is refused.
  return answer?.status === 400;
}

it('the receiver of docs/webhooks.md accepts what the registry sends, and nothing else', async () => {
  const app = await newExternalApp(platform);
  const port = await freePort();
  const events = ['app.installed', 'app.uninstalled'];
  const body = { url: `http://127.0.0.1:${port}/events`, events };
  const { data } = await postJson(`${platform.baseUrl}/v1/webhooks`, app.apiKey, body);
  const receiver = await startReceiver(port, data.attributes.secret);
  await app.install();
  await receiver.says(`app.installed ${app.name} `);
  await app.uninstall();
  await receiver.says(`app.uninstalled ${app.name} `);
  expect(receiver.stdout.trim().split('\n')).toHaveLength(2);
});
