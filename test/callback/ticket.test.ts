import { callbackSecret } from '../../nodes/DocumentProcessing/callback/secret';
import { issueTicket, readTicket, type Ticket } from '../../nodes/DocumentProcessing/callback/ticket';

const TICKET: Ticket = { event: 'contentExtraction', correlationId: 'order ç 7' };
const header = issueTicket(TICKET, 'secret');
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('a ticket', () => {
  test('says what its callback was asked for', () => {
    expect(readTicket(header, 'secret')).toEqual(TICKET);
    const waiting = {
      executionId: '7',
      resumeUrl: 'http://n8n/webhook-waiting/7?signature=abc',
      output: { simplify: true } as never,
    };
    expect(readTicket(issueTicket({ ...TICKET, waiting }, 'secret'), 'secret')).toEqual({ ...TICKET, waiting });
  });

  test('fits into a header', () => {
    expect(header).toMatch(/^[\w-]+\.[\w-]+$/);
  });

  test('is refused when any of its characters is another', () => {
    for (let position = 0; position < header.length; position++) {
      for (const letter of LETTERS.replace(header[position] ?? '', '')) {
        const changed = header.slice(0, position) + letter + header.slice(position + 1);
        expect([changed, readTicket(changed, 'secret')]).toEqual([changed, undefined]);
      }
    }
  });

  test('is refused when something is added, left out or doubled', () => {
    for (let end = 0; end < header.length; end++) expect(readTicket(header.slice(0, end), 'secret')).toBeUndefined();
    const others = [
      `${header}=`,
      `${header} `,
      ` ${header}`,
      `${header}.`,
      `${header}.x`,
      `.${header}`,
      `${header}, ${header}`,
      `${header}A`,
      '',
      '.',
      'null',
      header.replace('.', ''),
    ];
    for (const other of others) expect([other, readTicket(other, 'secret')]).toEqual([other, undefined]);
  });

  test('is bound to its event and its correlation', () => {
    const [, signature = ''] = header.split('.');
    for (const other of [
      { ...TICKET, event: 'enrichment' },
      { ...TICKET, correlationId: 'order 8' },
      { ...TICKET, waiting: { executionId: '1' } },
    ]) {
      const claims = Buffer.from(JSON.stringify(other)).toString('base64url');
      expect(readTicket(`${claims}.${signature}`, 'secret')).toBeUndefined();
    }
  });

  test('of another secret is refused', () => {
    expect(readTicket(header, 'another')).toBeUndefined();
    expect(readTicket(header, '')).toBeUndefined();
  });

  test('that is signed but no ticket is none', () => {
    for (const content of ['null', '"text"', '{}', '[]']) {
      const forged = issueTicket(JSON.parse(content) as Ticket, 'secret');
      expect([content, readTicket(forged, 'secret')]).toEqual([content, undefined]);
    }
  });
});

describe('the secret tickets are signed with', () => {
  test('is the callback secret where there is one', () => {
    expect(callbackSecret({ callbackSecret: 'own', accessToken: 'token' })).toBe('own');
  });

  test('is made of the token otherwise, and is not the token', () => {
    const made = callbackSecret({ authentication: 'accessToken', accessToken: 'token', callbackSecret: '' });
    expect(made).toMatch(/^[\w-]{43}$/);
    expect(made).toBe(callbackSecret({ accessToken: 'token' }));
    expect(made).not.toBe(callbackSecret({ accessToken: 'another' }));
  });

  test('stays the same when a sign-in gets another token', () => {
    const signIn = { authentication: 'signIn', signInSecret: '{"username": "a", "password": "b"}' };
    const made = callbackSecret({ ...signIn, sessionToken: 'first' });
    expect(callbackSecret({ ...signIn, sessionToken: 'second', accessToken: 'left over' })).toBe(made);
    expect(callbackSecret({ ...signIn, signInSecret: '{"username": "a", "password": "c"}' })).not.toBe(made);
  });
});
