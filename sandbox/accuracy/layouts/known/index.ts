import type { Layout } from '../../document.ts';
import { cardEmbossed } from './cardEmbossed.ts';
import { cardFlat } from './cardFlat.ts';
import { cnhFront } from './cnhFront.ts';
import { cnhOpened } from './cnhOpened.ts';
import { contractClauses } from './contractClauses.ts';
import { letterForm } from './letterForm.ts';
import { nfseBoxes } from './nfseBoxes.ts';
import { passportBrazil } from './passportBrazil.ts';
import { rgBothSides } from './rgBothSides.ts';

/** Layouts that rules may be written with. */
export const known: Layout[] = [cnhOpened, cnhFront, rgBothSides, passportBrazil, cardEmbossed, cardFlat, nfseBoxes, contractClauses, letterForm];
