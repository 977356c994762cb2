import { encodeVio } from 'document-processing-reader';
import { makeCode } from './code.ts';
import { makePdf, put } from './pdf.ts';

/** What the sandbox's own test code holds, under the names of the interface. */
export const LICENCE = {
  nome: 'FLAVIA EXEMPLO TESTE',
  cpf: '11144477735',
  rg: '123456789',
  data_nascimento: '1990-04-12',
  cat_hab: 'AB',
  registro: '01234567890',
  data_validade: '2033-06-01',
  local_uf: 'SP',
  local_cidade: 'SÃO PAULO',
};

/** An identity-like card with the code on it. */
export async function identity(): Promise<Buffer> {
  const code = await makeCode(encodeVio(LICENCE), 'QRCode', 3);
  return makePdf((d) => {
    put(d, 40, 40, 'CARTEIRA NACIONAL DE HABILITAÇÃO', { size: 13, bold: true });
    put(d, 40, 60, 'DOCUMENTO DE TESTE - SEM VALOR', { size: 8 });
    const fields = [
      ['NOME', LICENCE.nome],
      ['CPF', '111.444.777-35'],
      ['DATA NASCIMENTO', '12/04/1990'],
      ['CAT. HAB.', 'AB'],
      ['VALIDADE', '01/06/2033'],
    ] as const;
    fields.forEach(([label, value], index) => {
      put(d, 40, 90 + 32 * index, label, { size: 6 });
      put(d, 40, 99 + 32 * index, value);
    });
    d.image(code, 320, 90, { width: 200 });
  });
}
