import type { PageText } from '../kind.ts';

/** Fillers, or what is made of them when they are read as letters; or the beginning of a zone. */
const TRACES = /[<«‹]{2,}|[<«‹]\w+[<«‹]|[KCEL]{8,}|^\W?[PIAC][<«‹KC]?[A-Z]{3}[A-Z<«‹]{12,}/m;

/** Whether the text has what is left of a zone when it is read as words; looking closer costs time. */
export const hasTraceOfZone = ({ text }: PageText) => TRACES.test(text.replace(/ /g, ''));
