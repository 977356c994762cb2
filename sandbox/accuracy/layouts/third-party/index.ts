// Layouts of other people's packages, as they print them. Nobody who writes reading rules tunes them to these.
import type { PrintedLayout } from '../layout.ts';
import { nodePdfNfe } from './danfe.ts';
import { swissBill } from './swissBill.ts';

export const thirdParty: PrintedLayout[] = [nodePdfNfe, swissBill];
