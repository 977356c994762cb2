import { generativeSections } from './generativeSections.ts';
import type { DocumentOfPages } from '../documents/grouping.ts';
import { meanScore } from '../documents/present.ts';
import type { Section } from '../documents/sections.ts';
import { evidenceOf } from './evidence.ts';
import { presentReply } from './present.ts';
import { messagesFor } from './prompt.ts';
import type { EndpointSettings } from '../../../sandbox/src/generativeSettings.ts';

/** A reading that says who read: a model (`generative`) or the rules (`iocr`). */
export type Extraction = { source: 'generative' | 'iocr'; score: number; tags: string[]; sections: Section[] };

/** Reads a document by the endpoint, where there is one, else by rules. An endpoint that fails fails the request. */
export async function readGenerative(
  document: DocumentOfPages,
  tag: string,
  stdType: string | null,
  endpoint: EndpointSettings | null,
): Promise<Extraction> {
  if (!endpoint) return { source: 'iocr', ...generativeSections(document.sections, tag, stdType) };
  // Only where there is an endpoint is there something to check an answer with.
  const { askModel } = await import('./endpoint.ts');
  const reply = await askModel(endpoint, messagesFor(document.pages, tag, endpoint.input));
  const sections = presentReply(reply, evidenceOf(document.text));
  return { source: 'generative', score: meanScore(sections) ?? 0, tags: [tag], sections };
}
