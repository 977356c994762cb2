import type { Layout } from '../layout.ts';
import { boletoBooklet } from './boletoBooklet.ts';
import { cardBack } from './cardBack.ts';
import { cardRaised } from './cardRaised.ts';
import { cardUpright } from './cardUpright.ts';
import { cinPrintout } from './cinPrintout.ts';
import { cnhPrintout } from './cnhPrintout.ts';
import { cnhTyped } from './cnhTyped.ts';
import { contractPages } from './contractPages.ts';
import { danfeWide } from './danfeWide.ts';
import { formBoxes } from './formBoxes.ts';
import { letterColumns } from './letterColumns.ts';
import { mixedPages } from './mixedPages.ts';
import { nfseNational } from './nfseNational.ts';
import { nfseTown } from './nfseTown.ts';
import { passportEnglish } from './passportEnglish.ts';
import { passportPortugal } from './passportPortugal.ts';
import { registryProse } from './registryProse.ts';
import { rgCard } from './rgCard.ts';
import { rgWide } from './rgWide.ts';
import { statementLedger } from './statementLedger.ts';
import { td1Migration } from './td1Migration.ts';
import { vioCorner } from './vioCorner.ts';
import { vioSheet } from './vioSheet.ts';

/** Layouts that nobody who writes rules looks at: they show what the rules are worth. */
export const heldOut: Layout[] = [
  cnhPrintout,
  cnhTyped,
  rgCard,
  rgWide,
  cinPrintout,
  passportPortugal,
  passportEnglish,
  td1Migration,
  cardUpright,
  cardBack,
  cardRaised,
  nfseNational,
  nfseTown,
  danfeWide,
  boletoBooklet,
  contractPages,
  registryProse,
  statementLedger,
  formBoxes,
  letterColumns,
  vioSheet,
  vioCorner,
  mixedPages,
];
