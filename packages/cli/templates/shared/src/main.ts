import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { listen } from './listen.ts';

const config = readConfig();
const { address, close } = await listen(createApp(config), config.port);
console.log(`Listening at ${address}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
