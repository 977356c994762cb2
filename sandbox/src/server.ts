import { buildApp } from './app.ts';
import { settingsFrom } from './settings.ts';

const settings = settingsFrom(process.env);
const app = await buildApp(settings);
const stop = () => void app.close().then(() => process.exit(0));
process.once('SIGINT', stop).once('SIGTERM', stop);

const address = await app.listen({ port: settings.port, host: settings.host });
console.log(`Document processing sandbox on ${address} (token: ${settings.token === 'sandbox-token' ? settings.token : 'as set'})`);
console.log(`Processes and deliveries: ${address}/_sandbox (ready after ${Math.round(performance.now())} ms)`);
