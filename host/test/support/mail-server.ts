// A mail server that takes every mail and keeps it: as much of SMTP and of MIME as n8n's mails need.
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

/** One conversation: commands are lines, and a mail's data ends with a line that is a dot. */
function receive(socket: Socket, take: (mail: Mail) => void): void {
  let left = '';
  let envelope = { from: '', to: [] as string[] };
  let isData = false;
  const say = (line: string) => void socket.write(`${line}\r\n`);
  const obey = (line: string) => {
    const command = line.slice(0, 4).toUpperCase();
    if (command === 'EHLO') return say('250 mail.example');
    if (command === 'MAIL') envelope = { from: addressIn(line), to: [] };
    if (command === 'RCPT') envelope.to.push(addressIn(line));
    if (command === 'QUIT') return void socket.end('221 bye\r\n');
    isData = command === 'DATA';
    say(isData ? '354 go on' : '250 ok');
  };
  /** Takes the next command, or the whole of a mail, off what has come; `false` when that is not there yet. */
  const next = (): boolean => {
    const end = isData ? '\r\n.\r\n' : '\r\n';
    const at = left.indexOf(end);
    if (at < 0) return false;
    const text = left.slice(0, at);
    left = left.slice(at + end.length);
    if (!isData) obey(text);
    else {
      isData = false;
      take({ ...envelope, ...readMail(text.replaceAll('\r\n..', '\r\n.')) });
      say('250 taken');
    }
    return true;
  };
  say('220 mail.example');
  socket.on('data', (bytes) => {
    left += bytes.toString('latin1');
    while (next());
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
