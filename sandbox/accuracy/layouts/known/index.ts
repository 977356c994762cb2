import type { Layout } from '../../document.ts';
import { boletoSlip } from './boletoSlip.ts';
import { cardEmbossed } from './cardEmbossed.ts';
import { cardFlat } from './cardFlat.ts';
import { cinFront } from './cinFront.ts';
import { cnhFront } from './cnhFront.ts';
import { cnhOpened } from './cnhOpened.ts';
import { contractClauses } from './contractClauses.ts';
import { danfePortrait } from './danfePortrait.ts';
import { letterForm } from './letterForm.ts';
import { mixedFile } from './mixedFile.ts';
import { nfseBoxes } from './nfseBoxes.ts';
import { passportBrazil } from './passportBrazil.ts';
import { registrySheet } from './registrySheet.ts';
import { rgBothSides } from './rgBothSides.ts';
import { statementColumns } from './statementColumns.ts';
import { td1Back } from './td1Back.ts';
import { vioDense } from './vioDense.ts';
import { vioTestCode } from './vioTestCode.ts';

/** Layouts that rules may be written with. */
export const known: Layout[] = [
  cnhOpened,
  cnhFront,
  rgBothSides,
  cinFront,
  passportBrazil,
  td1Back,
  cardEmbossed,
  cardFlat,
  nfseBoxes,
  danfePortrait,
  boletoSlip,
  contractClauses,
  registrySheet,
  statementColumns,
  letterForm,
  vioTestCode,
  vioDense,
  mixedFile,
];
