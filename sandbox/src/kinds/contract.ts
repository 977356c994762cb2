import type { Kind } from './kind.ts';

export const contract: Kind = { id: 'contrato', type: 'contrato', stdType: 'contract', country: null, has: [/\bCONTRATO\b/i, /CL[ÁA]USULA/i] };
