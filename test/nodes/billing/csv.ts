/** Reads CSV strictly by RFC 4180. */
export function readCsv(text: string, separator = ','): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let value = '';
    if (text[at] === '"') {
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        value += text[at] === '"' ? '"' : text[at]!;
        if (text[at] === '"') at++;
      }
      at++;
    } else {
      while (at < text.length && text[at] !== separator && !text.startsWith('\r\n', at)) value += text[at++]!;
      if (/["\r\n]/.test(value)) throw new Error(`A value has quotes or half a line break, and no quotes around it`);
    }
    row.push(value);
    if (text[at] === separator) at++;
    else if (text.startsWith('\r\n', at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else if (at < text.length) throw new Error(`A value continues after its quotes at ${at}`);
  }
  if (row.length > 0) throw new Error('The last line has no end');
  return rows;
}
