import { makePdf, put, row } from './pdf.ts';

/** A letter with a table that has blank cells, in English. */
export const statement = () =>
  makePdf((d) => {
    put(d, 50, 50, 'Account statement', { size: 18, bold: true });
    put(d, 50, 90, 'Account holder', { bold: true });
    put(d, 200, 90, 'Elena Sample Costa');
    put(d, 50, 106, 'Account number', { bold: true });
    put(d, 200, 106, '000123-4');
    put(d, 50, 122, 'Period', { bold: true });
    put(d, 200, 122, 'January 2025');
    put(d, 50, 160, 'Movements', { size: 12, bold: true });
    const columns = [{ x: 50 }, { x: 130 }, { x: 330, right: 400 }, { x: 430, right: 500 }];
    row(d, 184, columns, ['Date', 'Description', 'Debit', 'Credit'], { bold: true });
    row(d, 200, columns, ['2025-01-03', 'Opening balance', null, '1,500.00']);
    row(d, 216, columns, ['2025-01-10', 'Electricity bill', '89.90', null]);
    row(d, 232, columns, ['2025-01-21', 'Transfer received for', null, '250.00']);
    row(d, 248, columns, ['2025-01-30', 'Monthly fee', '12.00', null]);
    put(d, 50, 290, 'This statement is a sample and has no value. Thank you for using the sandbox to build and');
    put(d, 50, 304, 'test your workflows.');
  });
