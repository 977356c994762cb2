import { readBrokenResponse, readHttpError } from '../../../nodes/DocumentProcessing/transport/http-error';
import { delayBeforeRetry } from '../../../nodes/DocumentProcessing/transport/retry';
import { describeError } from '../../../nodes/DocumentProcessing/transport/node-error';

const read = (httpStatus: number, broken: Error) => readBrokenResponse({ httpStatus, body: undefined }, broken, 1000);

test.each([new RangeError('Invalid string length'), new TypeError('x is not iterable')])(
  'an answer that came whole and cannot be read here is no cut connection, and is not requested again: %s',
  (broken) => {
    for (const httpStatus of [200, 500]) {
      const error = read(httpStatus, broken);
      expect(describeError(error)).toEqual({
        message: expect.stringMatching(new RegExp(`could not be read: ${broken.message}$`)),
        description: expect.stringContaining('send fewer pages at once'),
      });
      expect(delayBeforeRetry(error, 0, { retries: 3, uncertain: true }, 0, () => 0)).toBeUndefined();
    }
  },
);

test('an answer that broke off is a cut connection, or what its status says', () => {
  const broken = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  expect(read(200, broken)).toMatchObject({ httpOrNetworkCode: 'ECONNRESET' });
  expect(read(503, broken)).toMatchObject({ httpOrNetworkCode: '503' });
});

test.each([
  ['ECONNRESET', 'Client network socket disconnected before secure TLS connection was established'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'],
])('of n8n 1, which puts its own words in place of the message, that is read too: %s', (httpCode, message) => {
  const ofN8n1 = Object.assign(new Error('The connection to the server was closed'), { httpCode, messages: [message] });
  expect(readHttpError(ofN8n1, 1000)).toMatchObject({ httpOrNetworkCode: httpCode, details: { message } });
});
