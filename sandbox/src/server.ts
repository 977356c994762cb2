import { buildApp } from './app.ts';
import { settingsFrom } from './settings.ts';

/** Starts listening; the first line it prints has the address. */
async function main(): Promise<void> {
  const settings = settingsFrom(process.env);
  const app = await buildApp(settings);
  const stop = () => void app.close().then(() => process.exit(0));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const address = await app.listen({ port: settings.port, host: settings.host });
    console.log(`Document processing sandbox on ${address} (token: ${settings.token === 'sandbox-token' ? settings.token : 'as set'})`);
    console.log(`Processes and deliveries: ${address}/_sandbox (ready after ${Math.round(performance.now())} ms)`);
  } catch (error) {
    await app.close();
    throw error;
  }
}

main().catch((error: Error) => {
  console.error(`The sandbox cannot start: ${error.message}`);
  process.exitCode = 1;
});
