// Takes mails on port 1025 and lists them on port 8025 or another, with as much of Mailpit's interface as the tests ask for.
import { createServer } from 'node:http';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

const mails = [];
const take = async (stream, _session, done) => {
  const { from, to, subject, html, text } = await simpleParser(stream);
  const [From, To] = [from, to].map((side) =>
    side.value.map(({ name, address }) => ({ Name: name, Address: address })),
  );
  mails.unshift({ ID: String(mails.length), From: From[0], To, Subject: subject, HTML: html || '', Text: text });
  done();
};
new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], onData: take }).listen(1025);

const answers = ({ url }) => {
  if (url === '/readyz') return 'ok';
  if (url === '/api/v1/messages') return { total: mails.length, messages: mails };
  return mails.find(({ ID }) => url === `/api/v1/message/${ID}`) ?? null;
};
const port = Number(process.env.MP_UI_BIND_ADDR?.split(':').pop() ?? 8025);
createServer((request, response) => response.end(JSON.stringify(answers(request)))).listen(port, () =>
  console.log(`[http] accessible via http://localhost:${port}/`),
);

process.on('SIGTERM', () => process.exit(0));
