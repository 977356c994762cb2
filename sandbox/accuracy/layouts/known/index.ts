import type { Layout } from '../layout.ts';
import { boletoCarne } from './boletoCarne.ts';
import { boletoGrid } from './boletoGrid.ts';
import { boletoMail } from './boletoMail.ts';
import { boletoSlip } from './boletoSlip.ts';
import { cardDates } from './cardDates.ts';
import { cardEmbossed } from './cardEmbossed.ts';
import { cardFlat } from './cardFlat.ts';
import { cardUpright } from './cardUpright.ts';
import { cinFront } from './cinFront.ts';
import { cnhFront } from './cnhFront.ts';
import { cnhGrid } from './cnhGrid.ts';
import { cnhLanguages } from './cnhLanguages.ts';
import { cnhList } from './cnhList.ts';
import { cnhOpened } from './cnhOpened.ts';
import { cnhSides } from './cnhSides.ts';
import { cnhTypewriter } from './cnhTypewriter.ts';
import { contractClauses } from './contractClauses.ts';
import { danfeLandscape } from './danfeLandscape.ts';
import { danfePortrait } from './danfePortrait.ts';
import { danfeSimple } from './danfeSimple.ts';
import { letterForm } from './letterForm.ts';
import { letterGrid } from './letterGrid.ts';
import { letterLeaders } from './letterLeaders.ts';
import { letterRight } from './letterRight.ts';
import { mixedFile } from './mixedFile.ts';
import { mixedStranger } from './mixedStranger.ts';
import { nfseBoxes } from './nfseBoxes.ts';
import { passportBrazil } from './passportBrazil.ts';
import { registrySheet } from './registrySheet.ts';
import { rgBothSides } from './rgBothSides.ts';
import { rgColumns } from './rgColumns.ts';
import { rgUnderLines } from './rgUnderLines.ts';
import { statementColumns } from './statementColumns.ts';
import { statementSigns } from './statementSigns.ts';
import { td1Back } from './td1Back.ts';
import { td1Resident } from './td1Resident.ts';
import { td1Spanish } from './td1Spanish.ts';
import { vioDense } from './vioDense.ts';
import { vioTestCode } from './vioTestCode.ts';

/** Layouts that rules may be written with. */
export const known: Layout[] = [
  cnhOpened,
  cnhFront,
  cnhGrid,
  cnhLanguages,
  cnhList,
  cnhSides,
  cnhTypewriter,
  rgBothSides,
  rgColumns,
  rgUnderLines,
  cinFront,
  passportBrazil,
  td1Back,
  td1Resident,
  td1Spanish,
  cardEmbossed,
  cardFlat,
  cardUpright,
  cardDates,
  nfseBoxes,
  danfePortrait,
  danfeLandscape,
  danfeSimple,
  boletoSlip,
  boletoGrid,
  boletoCarne,
  boletoMail,
  contractClauses,
  registrySheet,
  statementColumns,
  statementSigns,
  letterForm,
  letterGrid,
  letterRight,
  letterLeaders,
  vioTestCode,
  vioDense,
  mixedFile,
  mixedStranger,
];
