/** Kinds of document that identify a person: they have a photo and a signature. */
const IDENTITY = new Set(['bra-cnh', 'bra-documento-pessoal', 'passaporte', 'documento-identidade-estrangeiro']);

export const identifiesPerson = (kind: string | null): boolean => kind !== null && IDENTITY.has(kind);
