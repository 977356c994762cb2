// A mail server that accepts and keeps every mail, with as much of SMTP and MIME as n8n's mails need.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface Part {
  type: string;
  fileName: string | undefined;
  content: Buffer;
}

export interface Mail {
  from: string;
  to: string[];
  subject: string;
  /** Texts and attachments, in order. */
  parts: Part[];
}

export interface MailServer {
  port: number;
  mails: Mail[];
  close: () => Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
    receive(socket, (mail) => mails.push(mail));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = async () => {
    for (const socket of open) socket.destroy();
    await once(server.close(), 'close');
  };
  return { port: (server.address() as AddressInfo).port, mails, close };
}

/** One SMTP session: commands are lines, and a line with only a dot ends the data of a mail. */
function receive(socket: Socket, onMail: (mail: Mail) => void): void {
  let buffer = '';
  let envelope = { from: '', to: [] as string[] };
  let isData = false;
  const reply = (line: string) => void socket.write(`${line}\r\n`);
  const handleCommand = (line: string) => {
    const command = line.slice(0, 4).toUpperCase();
    if (command === 'EHLO') return reply('250 mail.example');
    if (command === 'MAIL') envelope = { from: addressIn(line), to: [] };
    if (command === 'RCPT') envelope.to.push(addressIn(line));
    if (command === 'QUIT') return void socket.end('221 bye\r\n');
    isData = command === 'DATA';
    reply(isData ? '354 send the data' : '250 ok');
  };
  /** Handles the next command or mail in the buffer. Returns `false` if it is not complete yet. */
  const handleNext = (): boolean => {
    const end = isData ? '\r\n.\r\n' : '\r\n';
    const at = buffer.indexOf(end);
    if (at < 0) return false;
    const text = buffer.slice(0, at);
    buffer = buffer.slice(at + end.length);
    if (!isData) handleCommand(text);
    else {
      isData = false;
      onMail({ ...envelope, ...readMail(text.replaceAll('\r\n..', '\r\n.')) });
      reply('250 accepted');
    }
    return true;
  };
  reply('220 mail.example');
  socket.on('data', (bytes) => {
    buffer += bytes.toString('latin1');
    while (handleNext());
  });
}

const addressIn = (line: string): string => /<(.*?)>/.exec(line)?.[1] ?? '';

function readMail(text: string): Pick<Mail, 'subject' | 'parts'> {
  const { headers } = split(text);
  return { subject: decodeWords(headers.get('subject') ?? ''), parts: partsOf(text) };
}

/** The leaves of a mail's tree of parts. */
function partsOf(text: string): Part[] {
  const { headers, body } = split(text);
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1];
  if (boundary)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => partsOf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')));
  const fileName = /filename="?([^";]+)/.exec(headers.get('content-disposition') ?? '')?.[1];
  return [
    { type: type.split(';')[0] ?? '', fileName, content: decode(body, headers.get('content-transfer-encoding')) },
  ];
}

function split(text: string): { headers: Map<string, string>; body: string } {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return { headers: new Map(headers), body: rest.join('\r\n\r\n') };
}

function decode(body: string, encoding = '7bit'): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  return Buffer.from(encoding === 'quoted-printable' ? unquote(body.replace(/=\r\n/g, '')) : body, 'latin1');
}

const unquote = (text: string): string =>
  text.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** `=?UTF-8?Q?Caf=C3=A9?=` in a header. */
const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      (kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64')
        : Buffer.from(unquote(word.replaceAll('_', ' ')), 'latin1')
      ).toString('utf8'),
    );
