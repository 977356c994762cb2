import { makePdf, put } from './pdf.ts';

export const PASSWORD = 'sandbox';

/** AES-256; pdfkit salts it at random, so its bytes differ from run to run. */
export const encrypted = () =>
  makePdf(
    (d) => {
      put(d, 50, 60, 'COMPROVANTE DE PAGAMENTO', { size: 14, bold: true });
      put(d, 50, 100, 'Beneficiário: Gustavo Exemplo Prado');
      put(d, 50, 116, 'Valor: R$ 87,65');
      put(d, 50, 132, 'Data: 28/02/2025');
    },
    { userPassword: PASSWORD, ownerPassword: `${PASSWORD}-owner`, pdfVersion: '1.7ext3' },
  );
