// A mail server on this machine that takes every mail and sends none on, so that workflows can mail without an account.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import type { ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type { CredentialJson } from './restApi.ts';

export interface MailServer {
  port: number;
  close: () => Promise<void>;
}

/** Calls `onMail` for every mail before it is accepted: if that throws, the sender is told. */
export async function startMailServer(
  onMail: (mail: ParsedMail) => void | Promise<void>,
  port = 0,
): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'anyone' }),
    onData: (stream, _session, done) =>
      void simpleParser(stream)
        .then(onMail)
        .then(() => done(), done),
  });
  server.on('error', () => undefined);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The credential by which the examples mail. */
export const mailCredential = (port: number, host = '127.0.0.1', name = 'SMTP', id = 'smtp'): CredentialJson => ({
  ...{ id, name, type: 'smtp' },
  data: { user: '', password: '', host, port, secure: false, disableStartTls: true, hostName: '' },
});
