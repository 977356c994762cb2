import { Type } from '@sinclair/typebox';
import { setImmediate } from 'node:timers/promises';
import { readAddresses } from 'document-processing-reader';
import { OK } from '../envelope.ts';
import { wrongParameter } from '../errors.ts';
import { results } from '../schemas/results.ts';
import { operation } from './operation.ts';

/** Operation 12. The service interface does not show the shape of an element, so every text in it is read. */
export const parseAddresses = operation({
  number: 12,
  name: 'Multi-address parsing (JSON)',
  description: 'Splits the text of addresses into standardised components.',
  errorCodes: ['R101', 'R117', 'E100'],
  service: 'multi-address-parsing',
  success: OK,
  errorsAs: 'none',
  parameters: Type.Object({
    contents: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'The addresses. The shape of an element is not shown',
      'x-sandbox': 'Every text in an element is read as an address, or as several. It has 100,000 characters at most.',
    }),
  }),
  result: results.addresses,
  async answer({ contents }, { folder }) {
    const answers = [];
    const pause = pauseEvery(5000);
    for (const [index, element] of contents.entries()) {
      const extractions = await extractionsOf(element, pause, (found) => folder.takeMemory(BYTES_OF_ADDRESS * found));
      answers.push({ index, extractions });
      await pause(LETTERS_OF_ELEMENT);
    }
    const typified = answers.filter(({ extractions }) => extractions.length > 0).length;
    return {
      result: { contents: answers },
      counted: { typified, nonTypified: answers.length - typified, billed: answers.length },
    };
  },
});

/** In memory, as it is found and as it is written: some eighty times as much as was sent. */
const BYTES_OF_ADDRESS = 4000;

/** A text is split into its addresses at one go. */
const LONGEST_TEXT = 100_000;

/** An element may also hold an identifier or a name; those give no address. */
async function extractionsOf(
  element: Record<string, unknown>,
  pause: (letters: number) => Promise<void>,
  count: (found: number) => void,
) {
  const texts = Object.entries(element).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1].trim() !== '',
  );
  const groups = [];
  for (const [member, text] of texts) {
    if (text.length > LONGEST_TEXT)
      throw wrongParameter(
        'contents',
        `a text has more than ${LONGEST_TEXT} characters: put each address in an element`,
      );
    const addresses = await readAddresses(text);
    count(addresses.length);
    groups.push(...addresses.map((address) => ({ name: groupName(member), ...address })));
    await pause(text.length);
  }
  return groups.length > 0 ? [{ source: 'rules', sections: [{ name: 'endereco', groups }] }] : [];
}

/** What an element costs beside its texts, in letters. */
const LETTERS_OF_ELEMENT = 20;

/** Lets other requests in, each time after so many letters. */
function pauseEvery(most: number): (letters: number) => Promise<void> {
  let count = 0;
  return async (letters) => {
    count += letters;
    if (count < most) return;
    count = 0;
    await setImmediate();
  };
}

const groupName = (member: string) => (/prestador/i.test(member) ? 'endereco_prestador' : 'endereco');
