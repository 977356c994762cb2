/** An OpenAI-compatible endpoint that reads documents in place of the rules. */
export type EndpointSettings = {
  url: string;
  model: string;
  key: string | null;
  input: 'text' | 'images';
  timeoutMs: number;
};

const TIMEOUT_SECONDS = 120;

/** From the environment; without a URL there is none. What is wrong is said without saying the key. */
export function endpointFrom(env: NodeJS.ProcessEnv): EndpointSettings | null {
  const url = env['SANDBOX_GENERATIVE_URL'];
  const model = env['SANDBOX_GENERATIVE_MODEL'];
  if (!url && !model) return null;
  if (!url || !model) throw new Error('SANDBOX_GENERATIVE_URL and SANDBOX_GENERATIVE_MODEL must be set together');
  return { url: baseOf(url), model, key: keyFrom(env), input: inputFrom(env), timeoutMs: timeoutFrom(env) };
}

function baseOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new Error('SANDBOX_GENERATIVE_URL must be an http(s) address');
  if (parsed.username || parsed.password || parsed.search)
    throw new Error(
      'SANDBOX_GENERATIVE_URL must hold no password and no query; the key goes into SANDBOX_GENERATIVE_KEY',
    );
  return url.replace(/\/+$/, '');
}

function keyFrom(env: NodeJS.ProcessEnv): string | null {
  const key = env['SANDBOX_GENERATIVE_KEY']?.trim() || null;
  // Anything else cannot be sent in a header, and the complaint about it would show it.
  if (key && !/^[\x21-\x7e]+$/.test(key))
    throw new Error('SANDBOX_GENERATIVE_KEY has characters that no header can have');
  return key;
}

function inputFrom(env: NodeJS.ProcessEnv): EndpointSettings['input'] {
  const input = env['SANDBOX_GENERATIVE_INPUT'] || 'text';
  if (input !== 'text' && input !== 'images')
    throw new Error(`SANDBOX_GENERATIVE_INPUT must be text or images, not "${input}"`);
  return input;
}

function timeoutFrom(env: NodeJS.ProcessEnv): number {
  const seconds = Number(env['SANDBOX_GENERATIVE_TIMEOUT'] || TIMEOUT_SECONDS);
  if (!Number.isFinite(seconds) || seconds <= 0)
    throw new Error('SANDBOX_GENERATIVE_TIMEOUT must be a number of seconds');
  return seconds * 1000;
}
