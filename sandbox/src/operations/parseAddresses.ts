import { Type } from '@sinclair/typebox';
import { parseAddress } from '../address/parse.ts';
import { OK } from '../envelope.ts';
import { operation } from './operation.ts';

/** Operation 12. The shape of an element is not shown: whatever text it holds is taken for an address. */
export const parseAddresses = operation({
  service: 'multi-address-parsing',
  success: OK,
  errorsAs: 'none',
  parameters: Type.Object({ contents: Type.Array(Type.Record(Type.String(), Type.Unknown())) }),
  async answer({ contents }) {
    const answers = contents.map((element, index) => ({ index, extractions: extractionsOf(element) }));
    const typified = answers.filter(({ extractions }) => extractions.length > 0).length;
    return { result: { contents: answers }, counted: { typified, nonTypified: answers.length - typified, billed: answers.length } };
  },
});

function extractionsOf(element: Record<string, unknown>) {
  const texts = Object.entries(element).filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1].trim() !== '');
  const parsed = texts.map(([member, text]) => ({ name: groupName(member), ...parseAddress(text) }));
  // Beside the address there may be an identifier or a name, in which nothing of an address is found.
  const groups = parsed.filter(({ components }) => components.some(({ name, value }) => name !== 'pais' && value !== null));
  return groups.length > 0 ? [{ source: 'rules', sections: [{ name: 'endereco', groups }] }] : [];
}

const groupName = (member: string) => (/prestador/i.test(member) ? 'endereco_prestador' : 'endereco');
