import { isEnough, type Cues } from './words/cues.ts';
import type { Kind } from './kind.ts';

const CUES: Cues = {
  // It says HABILITAÇÃO too, which counts once more below.
  'CARTEIRA NACIONAL DE HABILITAÇÃO': 0.5,
  'PERMISSÃO PARA DIRIGIR': 0.7,
  'DOC. IDENTIDADE / ÓRG. EMISSOR / UF': 0.4,
  '1ª HABILITAÇÃO': 0.4,
  'CAT. HAB.': 0.3,
  'DEPARTAMENTO NACIONAL DE TRÂNSITO': 0.3,
  'SECRETARIA NACIONAL DE TRÂNSITO': 0.3,
  'ASSINATURA DO EMISSOR': 0.4,
  'ASSINATURA DO PORTADOR': 0.3,
  'PERMISO DE CONDUCCIÓN': 0.3,
  'DRIVER LICENSE': 0.2,
  'PROIBIDO PLASTIFICAR': 0.2,
  'Nº REGISTRO': 0.2,
  OBSERVAÇÕES: 0.1,
  PERMISSÃO: 0.1,
  FILIAÇÃO: 0.1,
  'DATA NASCIMENTO': 0.1,
  'DATA EMISSÃO': 0.1,
  VALIDADE: 0.1,
  NOME: 0.1,
};

/** Printed in a corner of the back: a number in the national register of drivers. */
const RENACH = /^\W*[A-Z]{2}\d{9}\W*$/m;

export const driverLicence: Kind = {
  id: 'bra-cnh',
  type: 'carteira-habilitacao',
  stdType: 'driver-licence',
  country: 'bra',
  shows: (page, asked) => isEnough(page, CUES, asked, RENACH.test(page.text) ? 0.3 : 0),
  read: async (page) => (await import('./driverLicence/read.ts')).readDriverLicence(page),
};
