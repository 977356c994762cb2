import { readBrokenResponse } from '../../../nodes/DocumentProcessing/transport/http-error';
import { delayBeforeRetry } from '../../../nodes/DocumentProcessing/transport/retry';
import { ServiceError } from '../../../nodes/DocumentProcessing/common/errors';

const factsOf = (httpStatus: number, broken: Error) => {
  const read = readBrokenResponse({ httpStatus, body: undefined }, broken, 1000);
  return (read as ServiceError).facts;
};

test.each([new RangeError('Invalid string length'), new TypeError('x is not iterable')])(
  'an answer that came whole and cannot be read here is no cut connection, and is not requested again: %s',
  (broken) => {
    for (const httpStatus of [200, 500]) {
      const facts = factsOf(httpStatus, broken);
      expect({ ...facts, reason: String(facts.reason) }).toEqual({
        reason: expect.stringMatching(new RegExp(`could not be read: ${broken.message}$`)),
        advice: expect.stringContaining('send fewer pages at once'),
      });
      expect(delayBeforeRetry(facts, 0, { retries: 3, uncertain: true }, 0, () => 0)).toBeUndefined();
    }
  },
);

test('an answer that broke off is a cut connection, or what its status says', () => {
  const broken = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  expect(factsOf(200, broken)).toMatchObject({ networkCode: 'ECONNRESET' });
  expect(factsOf(503, broken)).toMatchObject({ httpStatus: 503 });
});
