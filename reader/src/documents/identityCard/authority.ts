import type { Form } from '../form/form.ts';
import { findText, findValue, type Found } from '../form/found.ts';
import type { Parse } from '../values/value.ts';
import { mentions } from '../words/likeness.ts';
import { plain } from '../words/plain.ts';

/** `SSP/SP`, `DETRAN RJ`, `IIRGD`: letters, and a state perhaps. */
const authority: Parse = (text) => {
  const trimmed = text.replace(/^[^\p{L}]+|[^\p{L}.]+$/gu, '');
  const isName = /^[\p{L}][\p{L}\s./-]{1,60}$/u.test(trimmed) && /\p{Lu}{2}|\p{Lu}\p{Ll}{3}/u.test(trimmed);
  return isName && !LABELS.test(plain(trimmed)) ? { value: trimmed } : null;
};

/** What stands over the neighbours of an empty place. */
const LABELS = /^(?:DATA|DATE|LOCAL|PLACE|NOME|NAME|FILIACAO|VALIDADE|ASSINATURA)/;

/** Who issued the card: under its label, or behind the number (`12.345.678-9 SSP/SP`), or the head of the card. */
export function findAuthority(form: Form): Found | null {
  return findText(form, 'orgao', authority) ?? findValue(form, 'rg', behindNumber) ?? headOf(form);
}

const behindNumber: Parse = (text) => {
  const [, behind = ''] = /[\dX]\s*[-–/]?\s+([A-Z]{2,8}[\s/-]+[A-Z]{2})\W*$/.exec(text) ?? [];
  return behind === '' ? null : { value: behind };
};

const HEADS = [
  'SECRETARIA DE SEGURANÇA PÚBLICA',
  'SECRETARIA DA SEGURANÇA PÚBLICA',
  'SECRETARIA DE ESTADO DA SEGURANÇA PÚBLICA',
  'SECRETARIA DE ESTADO DE SEGURANÇA PÚBLICA',
];

const LONGEST_HEAD = 60;

function headOf({ loose }: Form): Found | null {
  const head = loose.find(
    ({ text }) => text.length < LONGEST_HEAD && HEADS.some((phrase) => mentions(plain(text), phrase)),
  );
  return head ? { value: head.text, score: head.score } : null;
}
