import { readFile } from 'node:fs/promises';
import type { Settings } from '../settings.ts';

export type ClientCertificate = { cert: string; key: string; origin: 'configured' | 'self-signed' };

/** The certificate shown on callbacks with mutual TLS; one of the sandbox's own making where none is configured. */
export class CertificateSource {
  readonly #settings: Settings;
  #certificate: Promise<ClientCertificate> | null = null;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  get(): Promise<ClientCertificate> {
    return (this.#certificate ??= this.#settings.mtls ? configured(this.#settings.mtls) : selfSigned());
  }
}

async function configured({ certFile, keyFile }: NonNullable<Settings['mtls']>): Promise<ClientCertificate> {
  const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')]);
  return { cert, key, origin: 'configured' };
}

async function selfSigned(): Promise<ClientCertificate> {
  // Slow to load and seldom needed.
  const { generate } = await import('selfsigned');
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'document-processing-sandbox' }], {
    keyType: 'ec',
  });
  return { cert, key, origin: 'self-signed' };
}
