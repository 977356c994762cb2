import { readEnvelope } from '../../../nodes/DocumentProcessing/transport/envelope';
import { ServiceError } from '../../../nodes/DocumentProcessing/common/errors';
import { envelope } from '../../support/envelope.ts';

const answer = (code: unknown, httpStatus = 200) => ({
  httpStatus,
  body: envelope([1], { status: { code, message: null, errors: [] } as never }),
});

test.each([
  ['200', 200],
  ['201', 200],
  ['201', 201],
  ['S100', 200],
  ['S100', 299],
])('the code %s at HTTP %i is a success', (code, httpStatus) => {
  const { body } = answer(code, httpStatus);
  expect(readEnvelope({ httpStatus, body })).toEqual(body);
});

test.each([
  ['202', 200],
  ['s100', 200],
  ['', 200],
  [null, 200],
  [['200'], 200],
  ['200', 199],
  ['200', 300],
  ['S100', 500],
])('the code %j at HTTP %i is a failure', (code, httpStatus) => {
  expect(readEnvelope(answer(code, httpStatus))).toBeInstanceOf(ServiceError);
});

test('a request ID that is a number is told like a text', () => {
  const { body } = answer('R101', 400);
  expect(readEnvelope({ httpStatus: 400, body: { ...body, requestId: 77 } })).toMatchObject({
    details: { requestId: '77' },
  });
});

test('an envelope is read out of a text of JSON, too', () => {
  const { body } = answer('200');
  expect(readEnvelope({ httpStatus: 200, body: JSON.stringify(body) })).toEqual(body);
});
