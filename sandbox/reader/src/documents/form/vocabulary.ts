import { lookAlikeKey } from '../../text/lookAlikes.ts';
import { textList } from '../../text/pattern.ts';

/**
 * A text that documents of a type print: the label of the field `name`, or null for one that is neither a label of a
 * field nor a value. `key` is what it is compared by.
 */
export type Phrase = { name: string | null; key: string };
export type Vocabulary = Phrase[];

/**
 * A vocabulary written as a table: `name: label | label` for each field, over as many lines as it takes, and `others:`
 * with the texts that are no label of a field. `{Data,Dt.} {de ,}emissão` stands for four labels.
 */
export const vocabularyOf = (table: string): Vocabulary =>
  table
    .trim()
    .split(/\n(?=\w+:)/)
    .flatMap((row) => {
      const name = row.slice(0, row.indexOf(':'));
      const texts = textList(row.slice(name.length + 1)).flatMap(withChoices);
      return texts.map((text) => ({ name: name === 'others' ? null : name, key: lookAlikeKey(text) }));
    });

function withChoices(text: string): string[] {
  const [, before = '', choices, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/s.exec(text) ?? [];
  return choices?.split(',').flatMap((choice) => withChoices(before + choice + after)) ?? [text];
}
